import { expect, it } from "vitest";
import { describeAddressData, listAgeWarnings } from "./ip-data";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const makeList = (listClass: "vpn" | "asn" | "tor" | "relay" | "datacenter", days: number) => ({
  name: listClass,
  class: listClass,
  checkedAt: daysAgo(days),
});

it("warns if there are no lists", () => {
  expect(listAgeWarnings([], now)).toEqual([expect.stringContaining("There is no address data")]);
});

it("names lists that were last confirmed more than 14 days ago", () => {
  const fresh = [makeList("vpn", 14), makeList("asn", 14), makeList("datacenter", 14)];
  const others = [makeList("tor", 0), makeList("relay", 0)];
  expect(listAgeWarnings([...fresh, ...others], now)).toEqual([]);
  const stale = [makeList("tor", 15), makeList("relay", 30)];
  expect(listAgeWarnings([...fresh, ...stale], now)).toEqual([
    expect.stringContaining("up to 30 days old (tor, relay)"),
  ]);
});

it("warns of each kind of list that is missing", () => {
  const warnings = listAgeWarnings([makeList("vpn", 1)], now).join("; ");
  for (const missing of ["relays", "Tor exits", "data centres", "AS numbers"]) {
    expect(warnings).toContain(missing);
  }
  expect(warnings).not.toContain("list of VPNs");
});

it("says what is there, and how old it is", () => {
  const lines = describeAddressData([makeList("vpn", 1), makeList("asn", 163)], now);
  expect(lines).toEqual([
    "VPNs: confirmed 1 day ago",
    "Networks (AS numbers): confirmed 163 days ago",
  ]);
});
