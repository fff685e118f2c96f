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
import { missBatch } from "../shadow/miss-batch";
import type { RunningShadow } from "../shadow/open-shadow";
import { type Attempt, tryBesideShadow } from "../shadow/try-beside-shadow";
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

const noClicks: BatchTotals = {
  clicks: 0,
  judged: 0,
  valid: 0,
  paidMicros: 0n,
  heldLinks: [],
  missed: 0,
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

/** Settles one batch in a transaction, beside the shadow if one runs. */
function settleNext(ctx: Ctx, input: SettleClicks): Promise<BatchTotals | null> {
  return tryBesideShadow(ctx, (attempt) =>
    withTx(ctx.db, (tx) => settleOnce({ ctx, tx }, input, attempt)),
  );
}

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
  attempt.shadowId = found?.id ?? null;
  const running = found && "policy" in found ? found : null;
  const shadow = attempt.leftOut === null ? running : null;
  const settlementId = Bun.randomUUIDv7();
  const totals = await settleBatch(tx, {
    ...{ ...input, batch, policies, shadow, settlementId },
    leftOut: attempt.leftOut === null ? null : running,
  });
  if (totals.valid > 0) await payDebts(tx, batch.creatorIds);
  await notifyHeld(tx, ctx, totals.heldLinks);
  if (totals.valid > 0 || totals.heldLinks.length > 0) {
    await notifyLowBudgets(tx, ctx, batch.campaignIds);
  }
  if (found && "problem" in found && attempt.leftOut === null) {
    await endFailedShadow(tx, ctx, { id: found.id, failure: found.problem });
  }
  if (running && totals.missed > 0) {
    const failure = attempt.leftOut ?? describeSlowness(running);
    const miss = { id: running.id, shard: input.shard, clicks: totals.missed, failure };
    attempt.uncounted = await missBatch(tx, ctx, miss);
  }
  return totals;
}

function describeSlowness({ limitMs }: RunningShadow): string {
  return `It took more than ${limitMs / 1_000} seconds for a batch.`;
}

type Wanted = Pick<SettleClicks, "policy" | "shadow" | "windowSeconds"> & {
  clicks: readonly ClickToJudge[];
};

async function chooseJudging(tx: Tx, { policy, shadow, ...wanted }: Wanted): Promise<Judging> {
  if (!policy) return readJudging(tx, wanted);
  const { windowSeconds } = wanted;
  return { policies: makeSinglePolicyBook({ ...policy, windowSeconds }), shadow: shadow ?? null };
}
