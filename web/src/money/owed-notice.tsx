import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { rich } from "../language/rich";
import { Money } from "../ui/figures";

/** Shows the amount that a creator owes. Null if nothing is owed. */
export function OwedNotice({ owed }: Pick<WalletSummaryResponse, "owed">) {
  if (owed === 0) return null;
  return (
    <p className="mt-4 border-held border-l-4 pl-3 text-sm">
      {rich`You owe ${<Money dollars={owed} />}: clicks were reversed after you withdrew their earnings. Your next earnings pay this first. Your wallet is not affected.`}
    </p>
  );
}
