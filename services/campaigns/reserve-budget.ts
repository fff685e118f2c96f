import type { CampaignId, UserId } from "@fairclick/core/ids";
import { markFunded } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import { lockBalance, postTransaction } from "@fairclick/sql/money/ledger";

type Reservation = {
  campaignId: CampaignId;
  developerId: UserId;
  budgetMicros: bigint;
  at: Date;
};

export type Reserved = { ok: true } | { ok: false; missingMicros: bigint };

/**
 * Moves the whole budget from wallet to escrow and marks the campaign as funded, or does nothing if
 * the wallet does not cover it. Throws if it was reserved before.
 */
export async function reserveBudget(tx: Tx, reservation: Reservation): Promise<Reserved> {
  const { campaignId, developerId, budgetMicros, at } = reservation;
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: developerId });
  if (walletMicros < budgetMicros) return { ok: false, missingMicros: budgetMicros - walletMicros };
  const { posted } = await postTransaction(tx, {
    kind: "reserve",
    idempotencyKey: `reserve:${campaignId}`,
    reference: `campaign:${campaignId}`,
    entries: [
      { account: { kind: "wallet", ownerId: developerId }, micros: -budgetMicros },
      { account: { kind: "escrow", ownerId: campaignId }, micros: budgetMicros },
    ],
  });
  if (!posted || !(await markFunded(tx, { id: campaignId, at }))) {
    throw new Error(`The budget of campaign ${campaignId} was reserved before`);
  }
  return { ok: true };
}
