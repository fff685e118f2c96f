import { type BatchScope, findBatch, lockShard } from "@fairclick/sql/clicks/settlement/lock-shard";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockAccounts, payDebts } from "@fairclick/sql/money/ledger";
import { notifyLowBudgets } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { readPolicies } from "../policy/read-policy";
import { registerRelease } from "../policy/register-release";
import { notifyHeld } from "./notify-held";
import { type BatchTotals, settleBatch } from "./settle-batch";

export type SettleClicks = BatchScope & { windowSeconds: number };

export type Settled = {
  /** False when another process was settling this shard. */
  ran: boolean;
  /** Nothing of the shard from before the watermark is left. */
  finished: boolean;
  batches: number;
  clicks: number;
  valid: number;
  paidMicros: bigint;
};

const noClicks: BatchTotals = { clicks: 0, judged: 0, valid: 0, paidMicros: 0n, heldLinks: [] };

/**
 * Judges and pays every click of a shard that was made before the watermark, a transaction a
 * batch. Running it twice, at once or after a crash, pays nothing twice: a click is paid by the
 * transaction that moves it out of `pending_clicks`.
 */
export async function settleClicks(ctx: Ctx, input: SettleClicks): Promise<Settled> {
  const settled: Settled = {
    ran: true,
    finished: true,
    batches: 0,
    clicks: 0,
    valid: 0,
    paidMicros: 0n,
  };
  await registerRelease(ctx);
  for (;;) {
    const batch = await withTx(ctx.db, (tx) => settleNext({ ctx, tx }, input));
    if (!batch) return { ...settled, ran: settled.batches > 0, finished: false };
    if (batch.clicks === 0) return settled;
    settled.batches += 1;
    settled.clicks += batch.judged;
    settled.valid += batch.valid;
    settled.paidMicros += batch.paidMicros;
    if (batch.clicks < input.batchSize) return settled;
  }
}

type Running = { ctx: Ctx; tx: Tx };

/**
 * Settles the next batch. Locks the escrows of its campaigns, in account order, before it reads anything
 * from them. Returns null while another process settles the shard.
 */
async function settleNext({ ctx, tx }: Running, input: SettleClicks): Promise<BatchTotals | null> {
  if (!(await lockShard(tx, input.shard))) return null;
  const batch = await findBatch(tx, input);
  if (!batch) return noClicks;
  await lockAccounts(
    tx,
    batch.campaignIds.map((ownerId) => ({ kind: "escrow", ownerId })),
  );
  const { windowSeconds } = input;
  const policies = await readPolicies(tx, { clicks: batch.clicks, windowSeconds });
  const totals = await settleBatch(tx, { ...input, batch, policies });
  if (totals.valid > 0) await payDebts(tx, batch.creatorIds);
  await notifyHeld(tx, ctx, totals.heldLinks);
  if (totals.valid > 0 || totals.heldLinks.length > 0) {
    await notifyLowBudgets(tx, ctx, batch.campaignIds);
  }
  return totals;
}
