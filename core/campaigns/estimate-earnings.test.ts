import { expect, it } from "vitest";
import { everybody } from "./audience";
import { estimateEarnings, type OwnHistory } from "./estimates";

const campaign = { payoutMicros: 1_500n, audience: everybody, creatorCapMicros: null };
const history: OwnHistory = {
  valid: 150,
  invalid: 50,
  countries: new Map([
    ["DE", 60],
    ["US", 120],
    ["unknown", 20],
  ]),
  devices: new Map([
    ["phone", 90],
    ["tablet", 10],
    ["desktop", 80],
    ["unknown", 20],
  ]),
};

it("multiplies 1,000 clicks by the price and the share that was valid", () => {
  expect(estimateEarnings(campaign, history)).toBe(1_125_000n);
});

it("counts only clicks from the campaign's countries and on its devices", () => {
  const of = (countries: string[] | null, devices: ("phone" | "desktop")[] | null) =>
    estimateEarnings({ ...campaign, audience: { countries, devices } }, history);
  expect(of(["DE", "US"], null)).toBe(1_012_500n);
  expect(of(null, ["phone"])).toBe(562_500n);
  expect(of(["US"], ["phone"])).toBe(337_500n);
  expect(of(["FR"], null)).toBe(0n);
});

it("is never above what one creator can earn", () => {
  const capped = (creatorCapMicros: bigint) =>
    estimateEarnings({ ...campaign, creatorCapMicros }, history);
  expect([capped(500_000n), capped(2_000_000n)]).toEqual([500_000n, 1_125_000n]);
});

it("is null with fewer than 100 judged clicks", () => {
  expect(estimateEarnings(campaign, { ...history, valid: 49 })).toBeNull();
  expect(estimateEarnings(campaign, { ...history, valid: 50 })).not.toBeNull();
});
