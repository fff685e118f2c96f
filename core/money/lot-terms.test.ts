import { describe, expect, it } from "vitest";
import { findProof, findWait, type Lot } from "./lots";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const lot: Lot = { paidAt: hoursAgo(1), provedBy: null, frozenUntilMs: null };

describe("findWait", () => {
  it("lets the money of a new payment wait until it is old enough, to the millisecond", () => {
    expect(findWait(lot, now, 72)).toEqual({
      reason: "new_payment",
      at: new Date("2026-11-25T11:00:00Z"),
    });
    expect(findWait({ ...lot, paidAt: hoursAgo(72) }, now, 72)).toBeNull();
    expect(findWait({ ...lot, paidAt: new Date(+hoursAgo(72) + 1) }, now, 72)).not.toBeNull();
  });

  it("frees proved money at once, and all money without a hold", () => {
    expect(findWait({ ...lot, provedBy: "three_d_secure" }, now, 72)).toBeNull();
    expect(findWait({ ...lot, provedBy: "known_card" }, now, 72)).toBeNull();
    expect(findWait({ ...lot, paidAt: hoursAgo(-1) }, now, 0)).toBeNull();
  });

  it("freezes disputed money, however old and proved it is, and names no date while it is open", () => {
    const old: Lot = { paidAt: hoursAgo(9_999), provedBy: "known_card", frozenUntilMs: Infinity };
    expect(findWait(old, now, 0)).toEqual({ reason: "disputed_payment", at: null });
    const until = now.getTime() + 1;
    expect(findWait({ ...old, frozenUntilMs: until }, now, 0)).toEqual({
      reason: "disputed_payment",
      at: new Date(until),
    });
    expect(findWait({ ...old, frozenUntilMs: now.getTime() }, now, 0)).toBeNull();
  });
});

describe("findProof", () => {
  const days = (count: number) => hoursAgo(24 * count);

  it("takes 3-D Secure, or a card that paid 60 days ago", () => {
    expect(findProof({ authenticated: true, knownSince: null, at: now })).toBe("three_d_secure");
    expect(findProof({ authenticated: false, knownSince: days(60), at: now })).toBe("known_card");
    expect(findProof({ authenticated: false, knownSince: days(59), at: now })).toBeNull();
    expect(findProof({ authenticated: false, knownSince: null, at: now })).toBeNull();
  });
});
