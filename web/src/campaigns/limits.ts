import { dollarsFromMicros } from "@fairclick/core/amounts";
import { findSmallCaps, limitsSchema } from "@fairclick/core/campaigns/campaign-input";
import { capTooSmall } from "@fairclick/core/campaigns/prices";
import { plainDollars } from "../ui/fields";

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

/** Start of a calendar day (`2026-03-01`) in the viewer's time zone, with its offset. */
export function localMidnight(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const minutes = -new Date(`${day}T00:00:00`).getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  return `${day}T00:00:00${sign}${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
