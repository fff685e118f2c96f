import type { WalletSummaryResponse } from "@fairclick/core/money/payment-schema";
import { Money } from "../../ui/figure";

/** What a creator owes, if anything, and what pays it. */
export function OwedNotice({ owed }: Pick<WalletSummaryResponse, "owed">) {
  if (owed === 0) return null;
  return (
    <p className="mt-4 border-held border-l-4 pl-3 text-sm">
      You owe <Money dollars={owed} />: clicks were taken back after you had withdrawn what they
      paid. Your next earnings pay it first. Your wallet is not touched.
    </p>
  );
}
