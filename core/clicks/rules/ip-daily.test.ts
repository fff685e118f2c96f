import { expect, it } from "vitest";
import { clickRuleChoices } from "../../campaigns/campaign-input";
import { policy } from "../release-policy";
import { type GivenClick, judgeTestClicks } from "../testing/judge-test-clicks";

/** Clicks of one address, an hour's quarter apart, on a creator's campaigns in turn. */
const farm = (change: Partial<GivenClick> = {}) =>
  Array.from({ length: 60 }, (_, index) => ({
    minute: index * 15,
    campaignId: `campaign${index % 8}`,
    ipKey: "198.51.100.7",
    ...change,
  }));

it("holds the clicks of an address that is paid on a creator's campaigns together", () => {
  const reasons = judgeTestClicks(farm());
  expect(reasons.slice(0, policy.addressClicks)).toEqual(Array(policy.addressClicks).fill("paid"));
  expect(reasons.slice(policy.addressClicks)).toEqual(
    Array(60 - policy.addressClicks).fill("ip_daily"),
  );
});

it("counts each creator alone", () => {
  const clicks = farm().map((click, index) => ({ ...click, creatorId: `creator${index % 3}` }));
  expect(judgeTestClicks(clicks)).toEqual(Array(60).fill("paid"));
});

const byCarrier = { by: "carrier", fullBrowser: true } as const;

it.each(clickRuleChoices)("holds a farm at a carrier's address on %s campaigns", (clickRules) => {
  const reasons = judgeTestClicks(farm({ shared: byCarrier }), { clickRules });
  expect(reasons.filter((reason) => reason === "paid")).toHaveLength(policy.addressClicks);
  expect(new Set(reasons)).toEqual(new Set(["paid", "ip_daily"]));
});
