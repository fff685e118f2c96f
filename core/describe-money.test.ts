import { expect, it } from "vitest";
import { MAX_CENTS } from "./amount-schema";
import { formatDollars, microsFromCents } from "./amounts";
import { describeMoney } from "./describe-money";
import { checkoutRequestSchema, spendRequestSchema } from "./money/deposits";
import { refundRequestSchema } from "./money/refunds";

const terms = describeMoney({ feeBasisPoints: 0, heldDays: 7 });
const dollars = (cents: number) => formatDollars(microsFromCents(cents));

/** Returns the smallest and the largest amount that the schema of a request accepts. */
function findLimits(schema: typeof spendRequestSchema | typeof checkoutRequestSchema) {
  const accepts = (amount: number) => schema.safeParse({ amount }).success;
  const least = Array.from({ length: 100 }, (_, cents) => cents).find(accepts);
  return { least: least ?? 0, isMost: accepts(MAX_CENTS) && !accepts(MAX_CENTS + 1) };
}

it.each([
  ["deposit", checkoutRequestSchema],
  ["refund", refundRequestSchema],
  ["spend", spendRequestSchema],
] as const)("names the limits that a %s request has", (act, schema) => {
  const { least, isMost } = findLimits(schema);
  expect(isMost).toBe(true);
  expect(terms[act].join(" ")).toContain(dollars(least));
});

it("names the largest payment", () => {
  expect(terms.deposit.join(" ")).toContain(`at most ${dollars(MAX_CENTS)}.`);
});

it("says who pays each fee", () => {
  expect(terms.campaign[0]).toBe("Fairclick takes no fee.");
  expect(terms.deposit[0]).toContain("Fairclick pays Stripe's fee");
  expect(terms.withdrawal[0]).toContain("pays Stripe's fee for the payout");
  const charged = describeMoney({
    feeBasisPoints: 250,
    heldDays: 3,
  });
  expect(charged.campaign[0]).toContain("2.5% of what a click pays its creator");
  expect(charged.campaign.join(" ")).toContain("within 3 days");
});
