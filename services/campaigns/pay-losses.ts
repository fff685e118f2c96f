import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { formatExactDollars } from "@fairclick/core/money/micros";
import type { Tx } from "@fairclick/sql/db/client";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { getUnpaidLosses, postLossPayment } from "@fairclick/sql/money/losses";

/**
 * Pays from the wallet what a developer owes for reversed deposits. Throws if the wallet does not
 * cover all of it: then no campaign is launched, funded or resumed.
 */
export async function payLosses(tx: Tx, developerId: UserId): Promise<void> {
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: developerId });
  const owedMicros = await getUnpaidLosses(tx, developerId);
  if (owedMicros <= 0n) return;
  if (walletMicros < owedMicros) {
    const [owed, missing] = [owedMicros, owedMicros - walletMicros].map(formatExactDollars);
    throw new AppError(
      "conflict",
      `You owe ${owed}, because a deposit was taken back after it was spent. Until that is paid you cannot launch, fund or resume a campaign. Your wallet pays it: add at least ${missing}.`,
    );
  }
  await postLossPayment(tx, { userId: developerId, micros: owedMicros });
}
