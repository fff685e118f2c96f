import { dollarsFromMicros } from "@fairclick/core/amounts";

/** The payment per view with which the page compares. */
export const CLAIM = { views: 10_000_000, dollars: 50 };

type Assumptions = {
  /** What 1,000 valid clicks pay. */
  perThousandMicros: bigint;
  /** Between 0 and 1; null if unknown, which counts every click as valid. */
  validShare: number | null;
  /** Percentage of viewers who follow the link. */
  followPercent: number;
};

/** Returns what the views of the claim earn when they are paid per valid click. */
export function earningsExample({ perThousandMicros, validShare, followPercent }: Assumptions) {
  const share = validShare ?? 1;
  const clicks = Math.floor((CLAIM.views * followPercent) / 100);
  const validClicks = Math.floor(clicks * share);
  const micros = (BigInt(validClicks) * perThousandMicros) / 1_000n;
  const perView = (share * Number(perThousandMicros)) / 1e9;
  return {
    clicks,
    validClicks,
    earned: dollarsFromMicros(micros - (micros % 10_000n)),
    /** The percentage of followers that earns as much as the claim; null if no click is valid. */
    evenPercent:
      perView > 0 ? Math.ceil((CLAIM.dollars / CLAIM.views / perView) * 10_000) / 100 : null,
  };
}
