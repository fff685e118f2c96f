import { expect, it } from "vitest";
import { microsFromCents } from "../amounts";
import {
  describeReviewCategory,
  describeReviewReason,
  endsByItself,
  findReviewReasons,
  kindsForOwner,
  type ReviewKind,
  reviewHold,
  type WithdrawalFacts,
} from "./withdrawals";

const rules = { withdrawalReviewDollars: 100, withdrawalReviewFirst: true };
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
const kinds = (...of: Parameters<typeof findReviewReasons>) =>
  findReviewReasons(...of).map(({ kind }) => kind);

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
  const off = { withdrawalReviewDollars: 0, withdrawalReviewFirst: false };
  const large = facts(99_999_900, { sentBefore: false, recentMicros: microsFromCents(1) });
  expect(kinds(large, off)).toEqual([]);
});

it("holds a withdrawal of a possible thief under any rules", () => {
  const off = { withdrawalReviewDollars: 0, withdrawalReviewFirst: false };
  const replaced = facts(1, { sentBefore: false, sentElsewhere: true });
  expect(kinds(replaced, off)).toEqual(["replaced"]);
  expect(kinds(facts(1, { credentialsChanged: true }), off)).toEqual(["credentials"]);
  expect(kinds(facts(1, { sharedWithPayer: "card" }), off)).toEqual(["related"]);
  expect(kinds(facts(99_900, { largestSentMicros: 1n }), off)).toEqual([]);
  expect(
    findReviewReasons({ ...replaced, credentialsChanged: true }, off).map(describeReviewReason),
  ).toEqual([
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
  const off = { withdrawalReviewDollars: 0, withdrawalReviewFirst: false };
  const first = facts(1, { sentBefore: false, bankPayees: payees(count) });
  expect(findReviewReasons(first, off).map(describeReviewReason)).toEqual([text]);
});

it("names what a payer and the payee share, and the largest withdrawal before", () => {
  const some = { withdrawalReviewDollars: 100, withdrawalReviewFirst: false };
  const more = { largestSentMicros: 1_000_000n, sharedWithPayer: "card" } as const;
  expect(findReviewReasons(facts(5_000, more), some).map(describeReviewReason)).toEqual([
    "It is at least 5 times the largest before, $1.00.",
    "A developer whose card payment is among these earnings uses the same card; `fairclick ledger trace` shows the payments.",
  ]);
});

it("describes each reason to operators", () => {
  const recentMicros = microsFromCents(9_900);
  const all = [
    ...findReviewReasons(facts(10_000, { sentBefore: false }), rules),
    ...findReviewReasons(facts(100, { recentMicros }), rules),
  ];
  expect(all.map(describeReviewReason)).toEqual([
    "It is $100 or more.",
    "It is this user's first to this payout account.",
    "With $99.00 in the 24 hours before, it is $100 or more.",
  ]);
});

const now = new Date("2026-03-01T10:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const braked = { kind: "unproved", dollars: 20, until: inHours(400) } as const;

it.each([
  ["nothing", [], null, false],
  ["the brake alone", [braked], inHours(400), true],
  ["a brake without end", [{ ...braked, until: null }], null, true],
  ["a review beside the brake", [{ kind: "first" } as const, braked], inHours(48), false],
] as const)("says how long %s holds", (_, reasons, until, isEnding) => {
  const hold = reviewHold(reasons, now);
  expect(hold).toEqual({ kinds: reasons.map(({ kind }) => kind), until });
  expect(endsByItself(hold.kinds) && reasons.length > 0).toBe(isEnding);
});

it("names no kind to the owner that the owner reads as a security check", () => {
  const isNamed: Record<ReviewKind, boolean> = {
    ...{ amount: true, day_amount: true, jump: true, first: true, replaced: true },
    ...{ credentials: true, unproved: true, disputed: true },
    ...{ related: false, bank: false },
  };
  for (const [kind, named] of Object.entries(isNamed)) {
    expect(kindsForOwner.some((known) => known === kind)).toBe(named);
    expect(describeReviewCategory(kind) !== "it needs a security check").toBe(named);
  }
});
