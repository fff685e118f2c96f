import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { microsFromCents } from "../amounts";
import {
  brakeHolds,
  type CarriedFacts,
  describeHold,
  describeWithdrawalRules,
  earningsHolds,
  endsByItself,
  findHolds,
  type HoldSettings,
  listHoldsForOwner,
  reviewHolds,
  sumHolds,
  type UnprovedPayout,
  type WithdrawalFacts,
} from "./holds";
import { type CardHistory, findProof, type Lot } from "./lots";

const off: HoldSettings = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
  unprovedPayoutDollars: 0,
};
const now = new Date("2026-11-22T12:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const hoursAgo = (hours: number) => inHours(-hours);
const lot: Lot = { paidAt: hoursAgo(1), provedBy: null, frozenUntilMs: null };
const findWait = (of: Lot, at: Date, depositHoldHours: number) => {
  const [found] = findHolds(earningsHolds, { lot: of, now: at }, { depositHoldHours });
  return found ? { reason: found.name, at: found.until } : null;
};

describe("earnings", () => {
  it("lets the money of a new payment wait until it is old enough, to the millisecond", () => {
    expect(findWait(lot, now, 72)).toEqual({ reason: "new_payment", at: inHours(71) });
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
    const at = new Date(now.getTime() + 1);
    const wait = findWait({ ...old, frozenUntilMs: at.getTime() }, now, 0);
    expect(wait).toEqual({ reason: "disputed_payment", at });
    expect(findWait({ ...old, frozenUntilMs: now.getTime() }, now, 0)).toBeNull();
  });
});

it("proves a payment by 3-D Secure, or by a card up to twice what it paid long ago", () => {
  const prove = (amountMicros: bigint, card: CardHistory | null, authenticated = false) =>
    findProof({ authenticated, amountMicros, card });
  expect(prove(100n, null, true)).toBe("three_d_secure");
  expect(prove(100n, null)).toBeNull();
  expect(prove(1n, { oldMicros: 0n, provedMicros: 0n })).toBeNull();
  expect(prove(100n, { oldMicros: 50n, provedMicros: 0n })).toBe("known_card");
  expect(prove(101n, { oldMicros: 50n, provedMicros: 0n })).toBeNull();
  expect(prove(1n, { oldMicros: 50n, provedMicros: 100n })).toBeNull();
});

const rules = { ...off, withdrawalReviewDollars: 100, withdrawalReviewFirst: true };
const facts = (cents: number, more: Partial<WithdrawalFacts> = {}): WithdrawalFacts => ({
  amountMicros: microsFromCents(cents),
  recentMicros: 0n,
  sentBefore: true,
  sentElsewhere: false,
  credentialsChanged: false,
  largestSentMicros: 0n,
  sharedWithPayer: null,
  bankPayees: { usernames: [], count: 0 },
  ...more,
});
const payees = (count: number) => ({
  usernames: ["ann", "bob", "cleo", "dana", "eve"].slice(0, count),
  count,
});
const kinds = (of: WithdrawalFacts, settings: HoldSettings) =>
  findHolds(reviewHolds, of, settings).map(({ name }) => name);
const texts = (of: WithdrawalFacts, settings: HoldSettings) =>
  findHolds(reviewHolds, of, settings).map(({ text }) => text);

it.each([
  ["a small one that is not the first", facts(9_999), []],
  ["the smallest amount of the rule", facts(10_000), ["amount"]],
  ["a first one of a cent", facts(1, { sentBefore: false }), ["first"]],
  ["a first one that is large", facts(20_000, { sentBefore: false }), ["amount", "first"]],
  ["a part of a large sum", facts(100, { recentMicros: microsFromCents(9_900) }), ["day_amount"]],
  ["a part of a sum that stays below", facts(99, { recentMicros: microsFromCents(9_900) }), []],
  ["one to a new payout account", facts(1, { sentBefore: false, sentElsewhere: true }), ["first"]],
  ["one after the password changed", facts(1, { credentialsChanged: true }), ["credentials"]],
  ["five times the largest before", facts(5_000, { largestSentMicros: 10_000_000n }), ["jump"]],
  ["less than that", facts(5_000, { largestSentMicros: 10_000_001n }), []],
  ["a small one, however large the step", facts(4_999, { largestSentMicros: 1n }), []],
  ["a bank account of one more payee", facts(1, { bankPayees: payees(1) }), []],
  ["a bank account of two more", facts(1, { bankPayees: payees(2) }), ["bank"]],
  ["a payer's device", facts(1, { sharedWithPayer: "device" }), ["related"]],
])("decides for %s", (_, withdrawal, expected) => {
  expect(kinds(withdrawal, rules)).toEqual(expected);
});

it("holds nothing if both rules are off", () => {
  const large = facts(99_999_900, { sentBefore: false, recentMicros: microsFromCents(1) });
  expect(kinds(large, off)).toEqual([]);
});

it("holds a withdrawal of a possible thief under any rules", () => {
  const replaced = facts(1, { sentBefore: false, sentElsewhere: true });
  expect(kinds(replaced, off)).toEqual(["replaced"]);
  expect(kinds(facts(1, { credentialsChanged: true }), off)).toEqual(["credentials"]);
  expect(kinds(facts(1, { sharedWithPayer: "card" }), off)).toEqual(["related"]);
  expect(kinds(facts(99_900, { largestSentMicros: 1n }), off)).toEqual([]);
  expect(texts({ ...replaced, credentialsChanged: true }, off)).toEqual([
    "Earlier ones went to another payout account.",
    "The password, e-mail or Google account changed after the payout account was connected.",
  ]);
});

it.each([
  [1, "Several payees share its bank account: ann."],
  [2, "Several payees share its bank account: ann and bob."],
  [7, "Several payees share its bank account: ann, bob, cleo, dana, eve, and 2 more."],
  [100, "Several payees share its bank account: ann, bob, cleo, dana, eve, and at least 95 more."],
])("names %i other payees of a bank account under any rules", (count, text) => {
  const first = facts(1, { sentBefore: false, bankPayees: payees(count) });
  expect(texts(first, off)).toEqual([text]);
});

it("names what a payer and the payee share, and the largest withdrawal before", () => {
  const some = { ...off, withdrawalReviewDollars: 100 };
  const more = { largestSentMicros: 1_000_000n, sharedWithPayer: "card" } as const;
  expect(texts(facts(5_000, more), some)).toEqual([
    "It is at least 5 times the largest before, $1.00.",
    "A developer whose card payment is among these earnings uses the same card; `fairclick ledger trace` shows the payments.",
  ]);
});

it("describes each reason to operators", () => {
  const recentMicros = microsFromCents(9_900);
  expect(texts(facts(10_000, { sentBefore: false }), rules)).toEqual([
    "It is $100 or more.",
    "It is this user's first to this payout account.",
  ]);
  expect(texts(facts(100, { recentMicros }), rules)).toEqual([
    "With $99.00 in the 24 hours before, it is $100 or more.",
  ]);
});

const braked = { name: "unproved", text: "It is new.", until: inHours(400) };
const first = { name: "first", text: "It is the first.", until: null };

it.each([
  ["nothing", [], null, false],
  ["the brake alone", [braked], inHours(400), true],
  ["a brake without end", [{ ...braked, until: null }], null, true],
  ["a review beside the brake", [first, braked], inHours(48), false],
])("says how long %s holds", (_, found, until, isEnding) => {
  const hold = sumHolds(found, now);
  if (found.length === 0) return expect(hold).toBeNull();
  const reason = found.map(({ text }) => text).join(" ");
  expect(hold).toEqual({ at: now, reason, kinds: found.map(({ name }) => name), until });
  expect(endsByItself(hold?.kinds ?? null)).toBe(isEnding);
});

it("names no kind to the owner that the owner reads as a security check", () => {
  for (const { name } of [...reviewHolds, ...brakeHolds]) {
    const isNamed = !["related", "bank"].includes(name);
    expect(listHoldsForOwner().includes(name)).toBe(isNamed);
    expect(describeHold(name) !== "it needs a security check").toBe(isNamed);
  }
});

const describeRules = (settings: Partial<HoldSettings>) =>
  describeWithdrawalRules({ ...off, ...settings }).slice(2);

it("says only what is needed first, and how clicks are compared, if nothing else waits", () => {
  expect(describeWithdrawalRules(off)).toEqual([
    expect.stringMatching(/^Before your first withdrawal, you confirm your email address/),
    expect.stringMatching(/^Some games report their players/),
  ]);
});

it.each([
  [1, "1 hour"],
  [24, "24 hours"],
  [36, "36 hours"],
  [72, "3 days"],
])("says how long earnings wait with a hold of %i hours", (depositHoldHours, words) => {
  const [rule, ...others] = describeRules({ depositHoldHours });
  expect(rule).toContain(`is ${words} old`);
  expect(others).toEqual([]);
});

it("names each check by a person, and once what such a check means", () => {
  const both = describeRules({ withdrawalReviewDollars: 250, withdrawalReviewFirst: true });
  expect(both).toHaveLength(3);
  expect(both[0]).toContain("$250");
  expect(both[1]).toContain("first withdrawal");
  expect(both[2]).toContain("cancel");
  expect(describeRules({ withdrawalReviewDollars: 250 })).toHaveLength(2);
});

it("says how much unproved money leaves in a week", () => {
  const [rule, ...others] = describeRules({ unprovedPayoutDollars: 1_000 });
  expect(rule).toContain("at most $1000 leave within 7 days");
  expect(others).toEqual([]);
});

const inDays = (count: number) => inHours(24 * count);
const dollars = (amount: number) => BigInt(amount) * 1_000_000n;
const payout = (amount: number, daysAgo: number, disputed = false): UnprovedPayout => ({
  micros: dollars(amount),
  at: inDays(-daysAgo),
  disputed,
});
const findBrake = (facts: Omit<CarriedFacts, "isDisputed">, unprovedPayoutDollars = 100) => {
  const [found] = findHolds(brakeHolds, { isDisputed: false, ...facts }, { unprovedPayoutDollars });
  return found ? { until: found.until } : null;
};
const brake = (payouts: UnprovedPayout[], amount: number, unprovedPayoutDollars?: number) =>
  findBrake({ payouts, unprovedMicros: dollars(amount), now }, unprovedPayoutDollars);

it.each<[string, UnprovedPayout[], number, { until: Date | null } | null]>([
  ["nothing before", [], 100, null],
  ["more than the limit alone", [], 101, { until: null }],
  ["exactly the limit together", [payout(60, 1)], 40, null],
  ["more together", [payout(60, 1)], 41, { until: inDays(6) }],
  ["payouts that no longer count", [payout(100, 7)], 100, null],
  ["several, until enough of them end", [payout(50, 6), payout(50, 1)], 60, { until: inDays(6) }],
  ["several, of which one is enough", [payout(50, 1), payout(50, 6)], 50, { until: inDays(1) }],
  ["disputed ones for longer", [payout(100, 8, true)], 1, { until: inDays(22) }],
  ["no unproved money", [payout(500, 1)], 0, null],
])("decides after %s", (_, payouts, amount, expected) => {
  expect(brake(payouts, amount)).toEqual(expected);
});

it("keeps nothing if it is off", () => {
  expect(brake([payout(500, 1)], 10_000, 0)).toBeNull();
});

it("says a time at which the withdrawal fits, and no earlier one", () => {
  const some = fc.record({
    micros: fc.bigInt({ min: 1n, max: 100_000_000n }),
    at: fc.integer({ min: 0, max: 40 }).map((count) => inDays(-count)),
    disputed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some), fc.bigInt({ min: 1n, max: 100_000_000n }), (payouts, micros) => {
      const found = findBrake({ payouts, unprovedMicros: micros, now });
      if (!found) return;
      if (!found.until) throw new Error("It fits as soon as all others have ended");
      expect(findBrake({ payouts, unprovedMicros: micros, now: found.until })).toBeNull();
      const before = new Date(found.until.getTime() - 1);
      expect(findBrake({ payouts, unprovedMicros: micros, now: before })).not.toBeNull();
    }),
  );
});
