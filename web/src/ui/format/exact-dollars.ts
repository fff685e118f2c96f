import {
  formatDollars,
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromDollars,
} from "@fairclick/core/money/micros";

/** The micros of an amount in an answer; negative amounts are debits. */
export function microsFromAmount(dollars: number): bigint {
  const micros = microsFromDollars(Math.abs(dollars));
  if (micros === null) throw new RangeError("An answer held an amount that is not money");
  return dollars < 0 ? -micros : micros;
}

/** Two decimals, or as many as the amount needs: never a cent more or less than there is. */
export function exactDollars(dollars: number): string {
  return formatExactDollars(microsFromAmount(dollars));
}

export function signedDollars(dollars: number): string {
  return dollars > 0 ? `+${exactDollars(dollars)}` : exactDollars(dollars);
}

/** Rounded down to the cent, as money is withdrawn; `rest` says that something smaller stays. */
export function downToCents(dollars: number): { text: string; cents: number; rest: boolean } {
  const micros = microsFromAmount(dollars);
  return {
    text: formatDollars(micros),
    cents: Number(micros / MICROS_PER_CENT),
    rest: micros % MICROS_PER_CENT !== 0n,
  };
}
