import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeNeighbourNeeds, needName } from "./facts";
import { type Policy, policy } from "./policy";
import { makePolicyBook, makeSinglePolicyBook } from "./policy-book";
import { numberBounds } from "./policy-bounds";
import {
  applyOverrides,
  findLoosened,
  type OverrideValues,
  overridableValues,
  type PolicyOverride,
  readValue,
  withValue,
} from "./policy-overrides";
import { listNeeds } from "./registry";
import { judgeTestClicks, testTime } from "./testing/judge-test-clicks";

const override = (given: Partial<PolicyOverride>): PolicyOverride => ({
  ...{ revision: 1, campaignId: null, creatorId: null, values: {}, isApproved: true },
  ...{ activeFrom: 0, until: Infinity, ...given },
});
const ofCampaign = (given: Partial<PolicyOverride>) =>
  override({ campaignId: "campaign", ...given });
const ofCreator = (given: Partial<PolicyOverride>) => override({ creatorId: "creator", ...given });
const pair = (campaign: OverrideValues | null, creator: OverrideValues | null, isApproved = true) =>
  applyOverrides(policy, {
    campaign: campaign && ofCampaign({ values: campaign, isApproved }),
    creator: creator && ofCreator({ values: creator, isApproved }),
  });

const values: fc.Arbitrary<OverrideValues> = fc
  .tuple(
    ...overridableValues.map((name) => {
      const { min, max } = numberBounds(name, readValue(policy, name));
      return fc.option(fc.integer({ min: Math.max(2, min), max }), { nil: undefined });
    }),
  )
  .map((numbers) =>
    Object.fromEntries(
      overridableValues.flatMap((name, place) => {
        const number = numbers[place];
        return number === undefined ? [] : [[name, number]];
      }),
    ),
  );
const replaced = (given: OverrideValues) =>
  overridableValues.reduce(
    (changed, name) => withValue(changed, name, given[name] ?? readValue(policy, name)),
    policy as Parameters<typeof withValue>[0],
  );

const clicks = fc.array(
  fc.record(
    {
      minute: fc.oneof(
        fc.nat(20).map((fifths) => fifths / 20),
        fc.nat(600),
      ),
      ipKey: fc.constantFrom("203.0.113.1", "203.0.113.2", "2001:db8::", "2001:db8:0:1::"),
      deviceKey: fc.nat(60).map((device) => `device${device}`),
      found: fc.subarray<"vpn" | "datacenter">(["vpn", "datacenter"]),
      shared: fc.constant({ by: "operator" as const, fullBrowser: true }),
    },
    { requiredKeys: ["minute", "ipKey", "deviceKey", "found"] },
  ),
  { maxLength: 80 },
);

it("judges as a policy does that has the override's values", () => {
  fc.assert(
    fc.property(clicks, values, fc.boolean(), (given, own, isCampaign) => {
      const of = isCampaign ? ofCampaign({ values: own }) : ofCreator({ values: own });
      for (const clickRules of ["literal", "shared-aware"] as const) {
        expect(
          judgeTestClicks(given, { judgedBy: makeSinglePolicyBook(policy, [of]), clickRules }),
        ).toEqual(judgeTestClicks(given, { judgedBy: replaced(own), clickRules }));
      }
    }),
    { numRuns: 150 },
  );
});

it("finds every click of a burst at a shared address, whatever number an override sets", () => {
  for (const size of [20, 52, 75, 100]) {
    const burst = Array.from({ length: size + 20 }, (_, device) => ({
      ...{ minute: 5 + device / 200, ipKey: "203.0.113.1", deviceKey: `device${device}` },
      shared: { by: "operator" as const, fullBrowser: true },
    }));
    const judgedBy = makeSinglePolicyBook(policy, [
      ofCampaign({ values: { "shared.burstClicks": size } }),
    ]);
    const verdicts = judgeTestClicks(burst, { judgedBy, clickRules: "shared-aware" });
    expect([size, ...new Set(verdicts)]).toEqual([size, "ip_burst"]);
  }
});

it("reads as many clicks of an address as its limits count", () => {
  const most = (name: (typeof overridableValues)[number], mostAddressClicks: number) => {
    const limited: Policy = { ...policy, shared: { ...policy.shared, mostAddressClicks } };
    const value = numberBounds(name, readValue(policy, name)).max;
    return { value, policy: withValue(limited, name, value) };
  };
  const nearestOf = (among: "visits" | "paid", judgedBy: Policy) => {
    const needs = mergeNeighbourNeeds(listNeeds([judgedBy]));
    const read = needs.filter((need) => need.among === among && need.key === "ipKey");
    return Math.min(...read.filter(({ nearest }) => nearest > 1).map(({ nearest }) => nearest));
  };
  const burst = most("shared.burstClicks", 250);
  expect(nearestOf("visits", burst.policy)).toBeGreaterThanOrEqual(burst.value);
  const busy = most("shared.addressClicks", 50);
  expect(nearestOf("paid", busy.policy)).toBeGreaterThanOrEqual(busy.value);
});

it("judges only the clicks of its campaign or creator, made while it lasts", () => {
  const burst = (minute: number, more: object) =>
    [0, 0.1, 0.2].map((later) => ({ minute: minute + later, ipKey: "203.0.113.9", ...more }));
  const judgedBy = makeSinglePolicyBook(policy, [
    ofCampaign({ values: { burstClicks: 3 }, activeFrom: testTime(10), until: testTime(20) }),
  ]);
  const at = (minute: number, more: object = {}) =>
    judgeTestClicks(burst(minute, more), { judgedBy });
  expect(at(5)).toEqual(["paid", "paid", "paid"]);
  expect(at(10)).toEqual(["ip_burst", "ip_burst", "ip_burst"]);
  expect(at(19.9)).toEqual(["ip_burst", "paid", "paid"]);
  expect(at(20)).toEqual(["paid", "paid", "paid"]);
  expect(at(10, { campaignId: "other" })).toEqual(["paid", "paid", "paid"]);
});

describe("two overrides", () => {
  it("let the creator's value win", () => {
    expect(pair({ burstClicks: 6 }, { burstClicks: 9 }).burstClicks).toBe(9);
    expect(pair({ burstClicks: 9 }, { burstClicks: 6 }).burstClicks).toBe(6);
    expect(pair({ burstClicks: 9 }, { burstClicks: 2 }).burstClicks).toBe(2);
    expect(pair({ burstClicks: 9 }, { addressClicks: 50 })).toMatchObject({
      ...{ burstClicks: 9, addressClicks: 50 },
    });
  });

  it("never loosen what protects the campaign", () => {
    expect(pair({ burstClicks: 2 }, { burstClicks: 20 }).burstClicks).toBe(2);
    expect(pair({ burstClicks: 3 }, { burstClicks: 2 }).burstClicks).toBe(2);
  });

  it("are named by their revisions", () => {
    const book = makeSinglePolicyBook(policy, [
      ofCampaign({ revision: 5, values: { burstClicks: 6 } }),
      ofCreator({ revision: 8, values: { burstClicks: 7 } }),
    ]);
    const at = { at: 1, campaignId: "campaign", creatorId: "creator" };
    expect(book.of(at)).toMatchObject({
      ...{ policy: { burstClicks: 7 }, overrides: { campaign: 5, creator: 8 } },
    });
    expect(book.of({ ...at, creatorId: "other" }).overrides).toEqual({
      ...{ campaign: 5, creator: null },
    });
  });
});

it("names the values that are less strict than the policy's", () => {
  const given = {
    burstClicks: 5,
    addressClicks: 24,
    "shared.addressClicks": 26,
    networkPercent: 20,
  };
  expect(findLoosened(policy, given)).toEqual(["burstClicks", "shared.addressClicks"]);
});

describe("without a second operator", () => {
  it("is never less strict than the policy", () => {
    fc.assert(
      fc.property(values, values, (campaign, creator) => {
        const judged = pair(campaign, creator, false);
        for (const name of overridableValues) {
          const own = readValue(policy, name);
          expect(readValue(judged, name)).toBe(
            Math.min(own, campaign[name] ?? own, creator[name] ?? own),
          );
        }
      }),
    );
  });
});

it("is replaced by the newest revision, and an expired one brings back no older one", () => {
  const revisions = [
    ofCreator({ revision: 1, values: { burstClicks: 9 }, until: 100 }),
    ofCreator({ revision: 2, values: { burstClicks: 8 }, activeFrom: 10, until: 20 }),
    ofCreator({ revision: 3, values: { burstClicks: 7 }, activeFrom: 30, until: 100 }),
    ofCreator({ revision: 4, values: {}, activeFrom: 40, until: 100 }),
  ];
  const book = makeSinglePolicyBook(policy, revisions.toReversed());
  const at = (time: number) =>
    book.of({ at: time, campaignId: "campaign", creatorId: "creator" }).overrides.creator;
  expect([5, 10, 19, 20, 25, 30, 40, 100].map(at)).toEqual([1, 2, 2, null, null, 3, null, null]);
});

it("needs facts that cover those of every policy it judges by", () => {
  fc.assert(
    fc.property(values, values, (campaign, creator) => {
      const overrides = [ofCampaign({ values: campaign }), ofCreator({ values: creator })];
      const book = makeSinglePolicyBook(policy, overrides);
      const read = listNeeds(book.policies);
      const neighbours = new Map(mergeNeighbourNeeds(read).map((need) => [needName(need), need]));
      for (const campaignId of ["campaign", "other"]) {
        const judged = book.of({ at: 1, campaignId, creatorId: "creator" }).policy;
        for (const need of listNeeds([judged])) {
          if (need.kind === "neighbours") {
            const nearest = neighbours.get(needName(need))?.nearest ?? 0;
            expect(nearest).toBeGreaterThanOrEqual(need.nearest);
          }
          if (need.kind === "paid of link") {
            const above = read.flatMap((each) =>
              each.kind === "paid of link" &&
              each.signal === need.signal &&
              each.shared.key === need.shared.key &&
              each.shared.within === need.shared.within
                ? each.above
                : [],
            );
            expect(Math.min(...above)).toBeLessThanOrEqual(need.above);
          }
        }
      }
    }),
  );
});

it("reads nothing more for the overrides of other campaigns", () => {
  const version = { policy, activeFrom: 0 };
  const clicks = [{ at: 1, campaignId: "campaign", creatorId: "creator" }];
  const other = override({ campaignId: "other", values: { addressClicks: 125 } });
  expect(makePolicyBook([version], clicks, [other]).policies).toEqual([policy]);
  const own = ofCreator({ values: { addressClicks: 125 } });
  expect(makePolicyBook([version], clicks, [own]).policies).toHaveLength(3);
});
