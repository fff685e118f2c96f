import { formatCount } from "./language/t";

/** Money is a whole number of micro-dollars: 1 USD = 1,000,000 micros. */
export const MICROS_PER_DOLLAR = 1_000_000n;
export const MICROS_PER_CENT = 10_000n;

/** The largest amount that a request may contain: one dollar below Stripe's own limit. */
export const MAX_AMOUNT_MICROS = 999_999n * MICROS_PER_DOLLAR;

export function microsFromCents(cents: number | bigint): bigint {
  return BigInt(cents) * MICROS_PER_CENT;
}

/**
 * Returns whole cents, rounded towards zero: nobody sees or receives a cent that they do not have.
 */
export function wholeCentsFromMicros(micros: bigint): number {
  return Number(micros / MICROS_PER_CENT);
}

/** Returns dollars as a float, for JSON and screens only; never calculate with the result. */
export function dollarsFromMicros(micros: bigint): number {
  return Number(micros) / 1_000_000;
}

/**
 * Converts dollars to micros exactly. Returns null if the amount is negative or not a plain decimal
 * with at most six decimals. A number that differs from such a decimal only by float rounding
 * counts as that decimal, because `1.1 / 1000` is already rounded when it arrives.
 */
export function microsFromDollars(dollars: number | string): bigint | null {
  if (typeof dollars === "number") return microsFromNumber(dollars);
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(dollars.trim());
  if (!match?.[1]) return null;
  return BigInt(match[1]) * MICROS_PER_DOLLAR + BigInt((match[2] ?? "").padEnd(6, "0"));
}

function microsFromNumber(dollars: number): bigint | null {
  if (!Number.isFinite(dollars) || dollars < 0 || dollars >= 1e12 || Object.is(dollars, -0))
    return null;
  const fixed = dollars.toFixed(6);
  if (Math.abs(Number(fixed) - dollars) > dollars * 1e-12) return null;
  return microsFromDollars(fixed);
}

/** Formats an amount with `digits` decimals: `$1,234.50`. Rounds towards zero. */
export function formatDollars(micros: bigint, digits = 2): string {
  const sign = micros < 0n ? "-" : "";
  const absolute = micros < 0n ? -micros : micros;
  const whole = formatCount(absolute / MICROS_PER_DOLLAR);
  const fraction = (absolute % MICROS_PER_DOLLAR).toString().padStart(6, "0").slice(0, digits);
  return `${sign}$${whole}${digits > 0 ? `.${fraction}` : ""}`;
}

/** Formats an exact amount in dollars for machines: `-1234.5`, `0.0015`. */
export function decimalFromMicros(micros: bigint): string {
  const exact = formatDollars(micros, 6).replace(/[$,]/g, "");
  return trimZeros(exact, 0).replace(/\.$/, "");
}

/** Formats an amount with all its digits, at least cents: `$15.00`, `$0.0015`. */
export function formatExactDollars(micros: bigint): string {
  const exact = formatDollars(micros, 6);
  return trimZeros(exact, exact.indexOf(".") + 3);
}

/** Removes trailing zeros, but keeps the first `kept` characters. */
function trimZeros(text: string, kept: number): string {
  let end = text.length;
  while (end > kept && text[end - 1] === "0") end -= 1;
  return text.slice(0, end);
}
