import { expect, it } from "vitest";
import { listAgeWarnings } from "./ip-data-age";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it("warns when there is nothing", () => {
  expect(listAgeWarnings([], now)).toEqual([expect.stringContaining("There is no address data")]);
});

it("warns of lists that nobody has confirmed for more than 14 days, and names them", () => {
  const fresh = { name: "vpn", checkedAt: daysAgo(14) };
  expect(listAgeWarnings([fresh], now)).toEqual([]);
  const stale = [
    { name: "tor", checkedAt: daysAgo(15) },
    { name: "relay", checkedAt: daysAgo(30) },
  ];
  expect(listAgeWarnings([fresh, ...stale], now)).toEqual([
    expect.stringContaining("up to 30 days old (tor, relay)"),
  ]);
});
