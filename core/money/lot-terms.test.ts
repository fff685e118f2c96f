import { describe, expect, it } from "vitest";
import { findProof } from "./lots";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe("findProof", () => {
  const days = (count: number) => hoursAgo(24 * count);

  it("takes 3-D Secure, or a card that paid 60 days ago", () => {
    expect(findProof({ authenticated: true, knownSince: null, at: now })).toBe("three_d_secure");
    expect(findProof({ authenticated: false, knownSince: days(60), at: now })).toBe("known_card");
    expect(findProof({ authenticated: false, knownSince: days(59), at: now })).toBeNull();
    expect(findProof({ authenticated: false, knownSince: null, at: now })).toBeNull();
  });
});
