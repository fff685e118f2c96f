import { expect, it } from "vitest";
import { describeWithdrawalRules } from "./withdrawals";

const off = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
  unprovedPayoutDollars: 0,
};
const describe = (settings: Partial<typeof off>) =>
  describeWithdrawalRules({ ...off, ...settings });

it("returns no text if nothing waits", () => {
  expect(describe({})).toEqual([]);
});

it.each([
  [1, "1 hour"],
  [24, "24 hours"],
  [36, "36 hours"],
  [72, "3 days"],
])("says how long earnings wait with a hold of %i hours", (depositHoldHours, words) => {
  const [rule, ...others] = describe({ depositHoldHours });
  expect(rule).toContain(`is ${words} old`);
  expect(others).toEqual([]);
});

it("names each check by a person, and once what such a check means", () => {
  const both = describe({ withdrawalReviewDollars: 250, withdrawalReviewFirst: true });
  expect(both).toHaveLength(3);
  expect(both[0]).toContain("first withdrawal");
  expect(both[1]).toContain("$250");
  expect(both[2]).toContain("cancel");
  expect(describe({ withdrawalReviewDollars: 250 })).toHaveLength(2);
});

it("says how much unproved money leaves in a week", () => {
  const [rule, ...others] = describe({ unprovedPayoutDollars: 1_000 });
  expect(rule).toContain("at most $1000 leave within 7 days");
  expect(others).toEqual([]);
});
