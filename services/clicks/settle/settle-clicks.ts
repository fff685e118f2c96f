import type { ClickToJudge } from "@fairclick/core/clicks/facts";
import type { Policy } from "@fairclick/core/clicks/policy";
import { makeSinglePolicyBook } from "@fairclick/core/clicks/policy-book";
import { type BatchScope, findBatch, lockShard } from "@fairclick/sql/clicks/settlement/lock-shard";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { payDebts } from "@fairclick/sql/money/debts";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import { notifyLowBudgets } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { type Judging, readJudging } from "../policy/read-policy";
import { registerRelease } from "../policy/register-release";
import { endFailedShadow } from "../shadow/end-failed-shadow";
import type { OpenShadow, RunningShadow } from "../shadow/open-shadow";
import { notifyHeld } from "./notify-held";
import { type BatchTotals, settleBatch } from "./settle-batch";

export type SettleClicks = BatchScope & {
  windowSeconds: number;
  /** For tests: judges all clicks, in place of the stored versions. */
  policy?: Policy;
  /** For tests: judges beside `policy`. */
  shadow?: RunningShadow;
};

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

/** The most characters of a failure that the database stores. */
const MAX_FAILURE = 500;

const noClicks: BatchTotals = {
  clicks: 0,
  judged: 0,
  valid: 0,
  paidMicros: 0n,
  heldLinks: [],
  isShadowSlow: false,
};

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
  if (!input.policy) await registerRelease(ctx);
  for (;;) {
    const batch = await settleNext(ctx, input);
    if (!batch) return { ...settled, ran: settled.batches > 0, finished: false };
    if (batch.clicks === 0) return settled;
    settled.batches += 1;
    settled.clicks += batch.judged;
    settled.valid += batch.valid;
    settled.paidMicros += batch.paidMicros;
    if (batch.clicks < input.batchSize) return settled;
  }
}

/**
 * Settles one batch in a transaction. A batch that fails beside a shadow is settled again without it, and
 * the shadow then ends: it never stops settlement.
 */
async function settleNext(ctx: Ctx, input: SettleClicks): Promise<BatchTotals | null> {
  const tried: Attempt = { withShadow: true, shadowId: null };
  try {
    return await withTx(ctx.db, (tx) => settleOnce({ ctx, tx }, input, tried));
  } catch (error) {
    const { shadowId: id } = tried;
    if (id === null) throw error;
    ctx.log.error({ err: error, shadow: id }, "A batch failed beside the shadow of the policy");
    const alone: Attempt = { withShadow: false, shadowId: null };
    const totals = await withTx(ctx.db, (tx) => settleOnce({ ctx, tx }, input, alone));
    if (totals) await endAfterError(ctx, { id, error });
    return totals;
  }
}

/** If this fails too, the next batch tries again. */
async function endAfterError(ctx: Ctx, { id, error }: { id: string; error: unknown }) {
  const why = error instanceof Error ? error.message : String(error);
  const failure = `A batch failed beside it: ${why}`.slice(0, MAX_FAILURE).toWellFormed();
  try {
    await withTx(ctx.db, (tx) => endFailedShadow(tx, ctx, { id, failure }));
  } catch (err) {
    ctx.log.error({ err, shadow: id }, "The shadow of the policy could not be ended");
  }
}

/** `shadowId` is set when the attempt has a shadow to judge beside, or to end. */
type Attempt = { withShadow: boolean; shadowId: string | null };
type Running = { ctx: Ctx; tx: Tx };

/** The escrows of the batch's campaigns are locked in account order before anything is read from them. */
async function settleOnce(
  { ctx, tx }: Running,
  input: SettleClicks,
  attempt: Attempt,
): Promise<BatchTotals | null> {
  if (!(await lockShard(tx, input.shard))) return null;
  const batch = await findBatch(tx, input);
  if (!batch) return noClicks;
  await lockAccounts(
    tx,
    batch.campaignIds.map((ownerId) => ({ kind: "escrow", ownerId })),
  );
  const { policies, shadow: found } = await chooseJudging(tx, { ...input, clicks: batch.clicks });
  const open = attempt.withShadow ? found : null;
  attempt.shadowId = open?.id ?? null;
  const shadow = open && "policy" in open ? open : null;
  const settlementId = Bun.randomUUIDv7();
  const totals = await settleBatch(tx, { ...input, batch, policies, shadow, settlementId });
  if (totals.valid > 0) await payDebts(tx, batch.creatorIds);
  await notifyHeld(tx, ctx, totals.heldLinks);
  if (totals.valid > 0 || totals.heldLinks.length > 0) {
    await notifyLowBudgets(tx, ctx, batch.campaignIds);
  }
  const failure = open && findFailure(open, totals);
  if (open && failure) await endFailedShadow(tx, ctx, { id: open.id, failure });
  return totals;
}

function findFailure(shadow: OpenShadow, { isShadowSlow }: BatchTotals): string | null {
  if ("problem" in shadow) return shadow.problem;
  return isShadowSlow ? `It took more than ${shadow.limitMs / 1_000} seconds for a batch.` : null;
}

type Wanted = Pick<SettleClicks, "policy" | "shadow" | "windowSeconds"> & {
  clicks: readonly ClickToJudge[];
};

async function chooseJudging(tx: Tx, { policy, shadow, ...wanted }: Wanted): Promise<Judging> {
  if (!policy) return readJudging(tx, wanted);
  const { windowSeconds } = wanted;
  return { policies: makeSinglePolicyBook({ ...policy, windowSeconds }), shadow: shadow ?? null };
}
