import { t } from "../language/t";

const WHOLE = 10_000n;

/** Returns the fee per paid click, rounded up to a whole micro. `basisPoints`: hundredths of a percent. */
export function feePerClick(basisPoints: number, payoutMicros: bigint): bigint {
  return (payoutMicros * BigInt(basisPoints) + WHOLE - 1n) / WHOLE;
}

/** Describes the fee of new campaigns in a sentence. */
export function describeFee(basisPoints: number): string {
  if (basisPoints === 0) return t`Fairclick takes no fee.`;
  return t`Fairclick's fee is ${basisPoints / 100}% of what a click pays its creator. The developer pays it on top, for paid clicks only; it is fixed when a campaign is created.`;
}
