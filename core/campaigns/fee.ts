import { t } from "../language/t";
import { formatExactDollars } from "../money/micros";

/** What the platform takes per paid click of a new campaign. */
export type FeeTerms = {
  /** Hundredths of a percent of what the click pays its creator. */
  basisPoints: number;
  /** At least this much. */
  minimumMicros: bigint;
};

export const NO_FEE: FeeTerms = { basisPoints: 0, minimumMicros: 0n };

const WHOLE = 10_000n;

/** Returns the fee per paid click: the share rounded up to a whole micro, or the minimum. */
export function feePerClick(
  { basisPoints, minimumMicros }: FeeTerms,
  payoutMicros: bigint,
): bigint {
  const share = (payoutMicros * BigInt(basisPoints) + WHOLE - 1n) / WHOLE;
  return share > minimumMicros ? share : minimumMicros;
}

/** Describes the fee of new campaigns in a sentence. */
export function describeFee({ basisPoints, minimumMicros }: FeeTerms): string {
  if (basisPoints === 0 && minimumMicros === 0n) return t`Fairclick takes no fee.`;
  const percent = basisPoints / 100;
  const minimum = formatExactDollars(minimumMicros);
  const amount =
    basisPoints === 0
      ? t`Fairclick's fee is ${minimum} a click.`
      : minimumMicros === 0n
        ? t`Fairclick's fee is ${percent}% of what a click pays its creator.`
        : t`Fairclick's fee is ${percent}% of what a click pays its creator, at least ${minimum} a click.`;
  return `${amount} ${t`The developer pays it on top, for paid clicks only; it is fixed when a campaign is created.`}`;
}
