import {
  formatDollars,
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromDollars,
} from "@fairclick/core/money/micros";

/** Converts an amount of a response to micros. Negative amounts are debits. */
export function microsFromAmount(dollars: number): bigint {
  const micros = microsFromDollars(Math.abs(dollars));
  if (micros === null) throw new RangeError("A response contains an invalid amount");
  return dollars < 0 ? -micros : micros;
}

/** Formats with two decimals, or as many as the amount needs to be exact. */
export function exactDollars(dollars: number): string {
  return formatExactDollars(microsFromAmount(dollars));
}

export function signedDollars(dollars: number): string {
  return dollars > 0 ? `+${exactDollars(dollars)}` : exactDollars(dollars);
}

/** Rounds down to the cent, as withdrawals do. `rest` is true if a smaller amount stays. */
export function downToCents(dollars: number): { text: string; cents: number; rest: boolean } {
  const micros = microsFromAmount(dollars);
  return {
    text: formatDollars(micros),
    cents: Number(micros / MICROS_PER_CENT),
    rest: micros % MICROS_PER_CENT !== 0n,
  };
}
