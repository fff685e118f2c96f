import {
  formatDollars,
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromDollars,
} from "@fairclick/core/amounts";

/** Converts an amount of a response to micros; debits are negative. Throws if it has more than six decimals. */
export function microsFromAmount(dollars: number): bigint {
  const micros = microsFromDollars(Math.abs(dollars));
  if (micros === null) throw new RangeError("A response contains an invalid amount");
  return dollars < 0 ? -micros : micros;
}

/** Formats with two decimals, or as many as the amount needs to be exact: `$15.00`, `-$0.0015`. */
export function exactDollars(dollars: number): string {
  return formatExactDollars(microsFromAmount(dollars));
}

/** Formats like `exactDollars`, with a plus sign before amounts above zero. */
export function signedDollars(dollars: number): string {
  return dollars > 0 ? `+${exactDollars(dollars)}` : exactDollars(dollars);
}

/** Rounds towards zero to the cent, as withdrawals do. `rest` is true if a fraction of a cent remains. */
export function downToCents(dollars: number): { text: string; cents: number; rest: boolean } {
  const micros = microsFromAmount(dollars);
  return {
    text: formatDollars(micros),
    cents: Number(micros / MICROS_PER_CENT),
    rest: micros % MICROS_PER_CENT !== 0n,
  };
}
