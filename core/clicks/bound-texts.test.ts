import { expect, it } from "vitest";
import { MAX_READ_LENGTH } from "../memory";
import { findSignals } from "./checks";
import { boundTexts } from "./click";
import { anonymousContext, newClick } from "./testing/new-click";
import { browsersOfPeople, likelyBrowsersOfPeople } from "./testing/user-agents";

const long = "x".repeat(2_048);

it("truncates every overlong text of a request and leaves the rest of the click unchanged", () => {
  const click = newClick({ userAgent: long, referrer: long, secChUa: long, purpose: null });
  const bounded = boundTexts(click);
  expect([bounded.userAgent, bounded.referrer, bounded.secChUa]).toEqual(
    Array(3).fill("x".repeat(MAX_READ_LENGTH)),
  );
  expect(bounded.purpose).toBeNull();
  expect(click.userAgent).toBe(long);
});

it("covers every text field of a click", () => {
  const click = newClick();
  const filled = Object.fromEntries(
    Object.entries(click).map(([name, value]) =>
      typeof value === "string" || value === null ? [name, long] : [name, value],
    ),
  );
  const kept = Object.entries(boundTexts({ ...click, ...filled }))
    .filter(([, value]) => value === long)
    .map(([name]) => name);
  expect(kept.sort()).toEqual(
    ["campaignId", "creatorId", "device", "id", "ip", "method", "unpaid"].sort(),
  );
});

it("returns a short request unchanged", () => {
  const click = newClick();
  expect(boundTexts(click)).toBe(click);
});

it("leaves room for the longest user agents of people's browsers", () => {
  const lengths = [...browsersOfPeople, ...likelyBrowsersOfPeople].map((each) => each.length);
  expect(Math.max(...lengths)).toBeLessThan(MAX_READ_LENGTH);
});

it("does not let the rules read what stands behind", () => {
  const { userAgent } = newClick();
  const padded = `${userAgent} ${" ".repeat(MAX_READ_LENGTH)} curl/8.5.0`;
  expect(findSignals(newClick({ userAgent: padded }), anonymousContext)).toEqual([]);
});
