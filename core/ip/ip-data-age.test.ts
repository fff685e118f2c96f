import { expect, it } from "vitest";
import { listAgeWarnings } from "./ip-data";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const makeList = (listClass: "vpn" | "asn" | "tor" | "relay", days: number) => ({
  name: listClass,
  class: listClass,
  checkedAt: daysAgo(days),
});

it("warns if there are no lists", () => {
  expect(listAgeWarnings([], now)).toEqual([expect.stringContaining("There is no address data")]);
});

it("names lists that were last confirmed more than 14 days ago", () => {
  const fresh = [makeList("vpn", 14), makeList("asn", 14)];
  expect(listAgeWarnings(fresh, now)).toEqual([]);
  const stale = [makeList("tor", 15), makeList("relay", 30)];
  expect(listAgeWarnings([...fresh, ...stale], now)).toEqual([
    expect.stringContaining("up to 30 days old (tor, relay)"),
  ]);
});

it("warns when the table of AS numbers is missing", () => {
  expect(listAgeWarnings([makeList("vpn", 1)], now)).toEqual([
    expect.stringContaining("AS numbers"),
  ]);
});
