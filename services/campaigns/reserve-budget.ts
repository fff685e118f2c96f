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
  const idempotencyKey = `reserve:${campaignId}`;
  const reserved = await moveToEscrow(tx, {
    campaignId,
    developerId,
    micros: budgetMicros,
    idempotencyKey,
  });
  if (!reserved.ok) return reserved;
  if (!reserved.posted || !(await markFunded(tx, { id: campaignId, at }))) {
    throw new Error(`The budget of campaign ${campaignId} was reserved before`);
  }
  return { ok: true };
}

type Move = { campaignId: CampaignId; developerId: UserId; micros: bigint; idempotencyKey: string };
type Moved = { ok: true; posted: boolean } | { ok: false; missingMicros: bigint };

/** Moves money from wallet to escrow. `posted` is false if the key was posted before. */
export async function moveToEscrow(tx: Tx, move: Move): Promise<Moved> {
  const { campaignId, developerId, micros, idempotencyKey } = move;
  const wallet = { kind: "wallet", ownerId: developerId } as const;
  const walletMicros = await lockBalance(tx, wallet);
  if (walletMicros < micros) return { ok: false, missingMicros: micros - walletMicros };
  const { posted } = await postTransaction(tx, {
    kind: "reserve",
    idempotencyKey,
    reference: `campaign:${campaignId}`,
    entries: [
      { account: wallet, micros: -micros },
      { account: { kind: "escrow", ownerId: campaignId }, micros },
    ],
  });
  return { ok: true, posted };
}
