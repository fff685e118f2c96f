import type { WithdrawalTrace } from "@fairclick/core/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import {
  listLotCampaigns,
  listWithdrawalLots,
  type TracedLot,
} from "@fairclick/sql/money/earnings";
import type { Ctx } from "../../context";
import { getWithdrawal } from "../withdrawals/get-withdrawal";

const MAX_CAMPAIGNS = 200;

/**
 * Returns where a withdrawal's money came from: the deposits of the lots that it took, and the campaigns
 * that paid the creator from each. Throws `not_found`.
 */
export async function traceWithdrawal(
  ctx: Pick<Ctx, "db">,
  withdrawalId: string,
): Promise<WithdrawalTrace> {
  const withdrawal = await getWithdrawal(ctx, withdrawalId);
  const { id, userId, username, amountMicros } = withdrawal;
  return withTx(
    ctx.db,
    async (tx) => {
      const lots = await listWithdrawalLots(tx, { withdrawalId: id });
      const lotIds = lots.map(({ lotId }) => lotId);
      const campaigns = await listLotCampaigns(tx, { userId, lotIds, limit: MAX_CAMPAIGNS });
      return {
        withdrawal: { id, userId, username, micros: amountMicros.toString() },
        lots: lots.map((lot) => ({
          micros: lot.micros.toString(),
          deposit: presentDeposit(lot.deposit),
          campaigns: campaigns
            .filter(({ lotId }) => lotId === lot.lotId)
            .map(({ campaignId, name, micros }) => ({
              id: campaignId,
              name,
              micros: micros.toString(),
            })),
        })),
      };
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}

function presentDeposit(deposit: TracedLot["deposit"]) {
  if (!deposit) return null;
  const { amountMicros, paidAt, cardBrand, cardLast4, ...rest } = deposit;
  return {
    ...rest,
    micros: amountMicros.toString(),
    paidAt: paidAt.toISOString(),
    card: cardBrand && cardLast4 ? `${cardBrand} ${cardLast4}` : null,
  };
}
