import type { CampaignFunds, DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { payDebts } from "@fairclick/sql/money/debts";
import { postTransaction } from "@fairclick/sql/money/ledger";

type Approval = {
  act: { id: string };
  campaignId: string;
  funds: CampaignFunds;
  clicks: DecidableClick[];
};

/** Pays clicks of a campaign as settlement does: its escrow against one entry a creator. Gives the transaction. */
export async function postApproval(
  tx: Tx,
  { act, campaignId, funds, clicks }: Approval,
): Promise<string> {
  const unitMicros = funds.payoutMicros;
  const creators = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  const price = (quantity: number) => BigInt(quantity) * unitMicros;
  const { id } = await postTransaction(tx, {
    kind: "click_payout",
    idempotencyKey: `approval:${act.id}:${clicks[0]?.id}`,
    reference: `campaign:${campaignId}`,
    entries: [
      {
        account: { kind: "escrow", ownerId: campaignId },
        micros: -price(clicks.length),
        quantity: clicks.length,
        unitMicros,
      },
      ...[...creators].map(([ownerId, { length: quantity }]) => ({
        account: { kind: "earnings" as const, ownerId },
        micros: price(quantity),
        quantity,
        unitMicros,
      })),
    ],
  });
  await payDebts(tx, [...creators.keys()]);
  return id;
}
