import { formatExactDollars } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { Tx } from "@fairclick/sql/db/client";
import { getUnpaidLosses, lockBalance, postLossPayment } from "@fairclick/sql/money/ledger";

/**
 * Pays a developer's debt for reversed deposits from the wallet. Throws `conflict` if the
 * wallet does not cover all of it; the developer then cannot launch, fund or resume a campaign.
 */
export async function payLosses(tx: Tx, developerId: UserId): Promise<void> {
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: developerId });
  const owedMicros = await getUnpaidLosses(tx, developerId);
  if (owedMicros <= 0n) return;
  if (walletMicros < owedMicros) {
    const owed = formatExactDollars(owedMicros);
    const missing = formatExactDollars(owedMicros - walletMicros);
    throw new AppError(
      "conflict",
      t`You owe ${owed}, because a deposit was reversed after it was spent. Until that is paid you cannot launch, fund or resume a campaign. Your wallet pays it: add at least ${missing}.`,
    );
  }
  await postLossPayment(tx, { userId: developerId, micros: owedMicros });
}
