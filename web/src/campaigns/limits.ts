import { dollarsFromMicros } from "@fairclick/core/amounts";
import { findSmallCaps, limitsSchema } from "@fairclick/core/campaigns/campaign-input";
import { capTooSmall } from "@fairclick/core/campaigns/prices";
import { plainDollars } from "../ui/typed-dollars";

/** Amounts in dollars as typed; empty for no limit. */
export type TypedLimits = { dailyCap: string; creatorCap: string };

type Errors = Partial<Record<"dailyCap" | "creatorCap", string>>;

export type ParsedLimits = {
  limits: { dailyCap: number | null; creatorCap: number | null };
  /** Empty if the limits are valid. */
  errors: Errors;
};

/** Parses typed limits for the cost of a click. */
export function parseLimits(
  { dailyCap, creatorCap }: TypedLimits,
  costMicros: bigint,
): ParsedLimits {
  const typed = {
    dailyCap: plainDollars(dailyCap) || null,
    creatorCap: plainDollars(creatorCap) || null,
  };
  const parsed = limitsSchema.safeParse(typed);
  const none = { dailyCap: null, creatorCap: null };
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => [path[0], message]);
    return { limits: none, errors: Object.fromEntries(issues) };
  }
  const small = findSmallCaps(parsed.data, costMicros).map((name) => [name, capTooSmall()]);
  const dollars = (micros: bigint | null | undefined) =>
    typeof micros === "bigint" ? dollarsFromMicros(micros) : null;
  const { dailyCap: daily, creatorCap: creator } = parsed.data;
  return {
    limits: { dailyCap: dollars(daily), creatorCap: dollars(creator) },
    errors: Object.fromEntries(small),
  };
}
