import { expect, it } from "vitest";
import { completePolicy, diffPolicies, policyFileSchema, policySchema } from "./policy";
import { policy } from "./release-policy";

const base = policy;

it("is the policy in force if the file is empty", () => {
  expect(completePolicy({}, base)).toEqual(base);
  expect(diffPolicies(base, completePolicy({}, base))).toEqual([]);
});

it("changes only the values in the file", () => {
  const file = policyFileSchema.parse({ burstClicks: 6, effects: { vpn: "note" } });
  const other = completePolicy(file, base);
  expect(other).toEqual({ ...base, burstClicks: 6, effects: { ...base.effects, vpn: "note" } });
  expect(diffPolicies(base, other)).toEqual([
    { name: "burstClicks", from: 4, to: 6 },
    { name: "effects.vpn", from: "held", to: "note" },
  ]);
});

it("accepts the policy in force as a file", () => {
  expect(policySchema.parse(base)).toEqual(base);
  expect(policyFileSchema.parse(base)).toEqual(base);
});

it.each([
  { burstClick: 5 },
  { burstClicks: 1 },
  { burstClicks: "4" },
  { windowSeconds: 1e9 },
  { effects: { vpn: "ignore" } },
  { effects: { ugly: "note" } },
])("refuses %j", (file) => {
  expect(policyFileSchema.safeParse(file).success).toBe(false);
});
