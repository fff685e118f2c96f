import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { sendRefund, sendWithdrawal } from "@fairclick/core/jobs";
import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import {
  endLease,
  isStopped,
  leaseOutflow,
  lockOutflow,
  type OutflowKind,
  type Outflows,
  postpone,
} from "@fairclick/sql/money/outflows";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { classifyStripeFailure } from "./stripe";

type Amount = { amountMicros: bigint };

/** What withdrawals and refunds do not have in common. */
export type Way<Kind extends OutflowKind> = {
  kind: Kind;
  heldNotice: NoticeKind<Amount>;
  failedNotice: NoticeKind<Amount & { reason: string }>;
  /** Whether nothing is left to send. */
  isDone: (row: Outflows[Kind]) => boolean;
  /** What the owner reads if Stripe refused, by Stripe's error code. */
  describeRefusal: (code: string | null) => string;
  /** Locks what has to be locked before the row. */
  lockFirst?: (tx: Tx, owner: Pick<Outflows[Kind], "userId">) => Promise<unknown>;
  /**
   * Marks it as failed and puts its money back. Only for money that was certainly not sent. Returns
   * false if it has failed already.
   */
  putBack: (tx: Tx, row: Outflows[Kind], reason: string) => Promise<boolean>;
  /** Why an operator cannot retry it in its state; null if it can be retried. */
  describeEnd: (row: Outflows[Kind]) => string | null;
  /** Makes a new one in place of one that failed, and returns its id. Missing if nothing replaces it. */
  replace?: (ctx: Ctx, tx: Tx, failed: Outflows[Kind]) => Promise<string>;
  /** What the owner reads when it is cancelled, by the owner or by an operator. */
  cancelling: {
    cancelled: string;
    byOperator: string;
    notFound: () => string;
    tooLate: () => string;
  };
};

export const sendJob = {
  withdrawal: ({ queue }: Pick<Ctx, "queue">, id: string) =>
    queue.send(sendWithdrawal, { withdrawalId: id }, { jobId: id }),
  refund: ({ queue }: Pick<Ctx, "queue">, id: string) =>
    queue.send(sendRefund, { refundId: id }, { jobId: id }),
};

/**
 * Enqueues the job that sends it. If the queue is down, it logs a warning, and the next sweep enqueues
 * it.
 */
export async function enqueueOutflow(
  ctx: Pick<Ctx, "log" | "queue">,
  kind: OutflowKind,
  id: string,
): Promise<void> {
  try {
    await sendJob[kind](ctx, id);
  } catch (error) {
    ctx.log.warn({ err: error, [`${kind}Id`]: id }, `the ${kind} waits for the next sweep`);
  }
}

/** Longer than all calls to Stripe in one run can take, including the SDK's retries. */
export const LEASE_MS = 300_000;

/**
 * Leases the row and calls `send` with it: of two concurrent runs one could be refused, which puts the
 * money back, while the other sends it. The row is from before the lease: `sendingAt` says whether
 * an earlier run may have sent it. Does nothing if there is nothing to do.
 */
export async function withLease<Kind extends OutflowKind>(
  ctx: Ctx,
  { kind, isDone, id }: Pick<Way<Kind>, "kind" | "isDone"> & { id: string },
  send: (row: Outflows[Kind], leased: { stopped: boolean }) => Promise<void>,
): Promise<void> {
  const leased = await withTx(ctx.db, async (tx) => {
    const row = await lockOutflow(tx, kind, id);
    const at = ctx.now();
    if (!row || isDone(row) || (row.retryAt && row.retryAt > at)) return null;
    const stopped = await isStopped(tx, kind, id);
    // Stopped money is only checked, and only if an earlier run may have sent it.
    if (stopped && row.status === "pending" && !row.sendingAt) return null;
    const until = new Date(at.getTime() + LEASE_MS);
    await leaseOutflow(tx, kind, { id, at, until });
    return { row, stopped, until };
  });
  if (!leased) return;
  const { row, stopped, until } = leased;
  try {
    await send(row, { stopped });
  } finally {
    await endLease(ctx.db.sql, kind, { id, until });
  }
}

type Attempt<Made> = {
  /** For the log: `a transfer`. */
  what: string;
  make: () => Promise<Made>;
  /** Called with Stripe's error code after a definite refusal. */
  settle: (code: string | null) => Promise<void>;
};

/** Returns what Stripe made, or null after a refusal. Throws if the outcome is unknown. */
export async function makeOrSettle<Made>(
  ctx: Pick<Ctx, "log">,
  id: string,
  { what, make, settle }: Attempt<Made>,
): Promise<Made | null> {
  try {
    return await make();
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, id }, `Stripe refused ${what}`);
    await settle(failure.code);
    return null;
  }
}

/**
 * Postpones it if the platform's balance is still on its way from the cards and its owner owes nothing.
 * Any other refusal is final and puts the money back, which pays debts first.
 */
export async function settleRefusal<Kind extends OutflowKind>(
  ctx: Ctx,
  way: Way<Kind>,
  { refused, code }: { refused: Outflows[Kind]; code: string | null },
): Promise<void> {
  const { kind } = way;
  const { id, attempt } = refused;
  const retryAt = findRetryAt(refused, code, ctx.now());
  await withTx(ctx.db, async (tx) => {
    await way.lockFirst?.(tx, refused);
    const row = await lockOutflow(tx, kind, id);
    if (row?.status !== "pending" || row.attempt !== attempt) return;
    const debtMicros = await getBalance(tx, { kind: "debt", ownerId: row.userId });
    if (retryAt && debtMicros === 0n) return postpone(tx, kind, { id, attempt, retryAt });
    const reason = way.describeRefusal(code);
    if (!(await way.putBack(tx, row, reason))) return;
    await notifyFailed(ctx, tx, { way, row, reason });
    const subject = `${kind}:${id}`;
    await writeAudit(tx, ctx, { action: `${kind}.fail`, subject, reason: code ?? "refused" });
  });
}

/**
 * Cancels the caller's: its status becomes `failed` and the money is put back. Throws `not_found` for
 * another user's, `conflict` if it has ended or Stripe may have been called.
 */
export async function cancelOwn<Kind extends OutflowKind>(
  ctx: Ctx,
  { kind, lockFirst, putBack, cancelling }: Way<Kind>,
  id: string,
): Promise<Outflows[Kind]> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx) => {
    await lockFirst?.(tx, { userId });
    const row = isUuid(id) ? await lockOutflow(tx, kind, id) : null;
    if (row?.userId !== userId) throw new AppError("not_found", cancelling.notFound());
    const { cancelled: reason } = cancelling;
    const isUnsent = row.status === "pending" && !row.sendingAt;
    if (!isUnsent || !(await putBack(tx, row, reason))) {
      throw new AppError("conflict", cancelling.tooLate());
    }
    await writeAudit(tx, ctx, { action: `${kind}.cancel`, subject: `${kind}:${row.id}` });
    return { ...row, status: "failed", failureReason: reason };
  });
}

/** For failures that are not the owner's own cancellation. */
export async function notifyFailed<Kind extends OutflowKind>(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  { way, row, reason }: { way: Way<Kind>; row: Outflows[Kind]; reason: string },
): Promise<void> {
  const { id: key, userId, amountMicros } = row;
  await notify(tx, ctx, way.failedNotice, { to: [userId], data: { amountMicros, reason }, key });
}

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Card payments become available after two business days; a long weekend is added. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * Returns when to retry after the platform's balance at Stripe did not suffice: 1, 2, 4 … 60 minutes
 * later. Null after seven days, and after any other refusal: give up.
 */
export function findRetryAt(
  { attempt, requestedAt }: Pick<Outflows[OutflowKind], "attempt" | "requestedAt">,
  code: string | null,
  at: Date,
): Date | null {
  if (code !== "balance_insufficient") return null;
  if (at.getTime() - requestedAt.getTime() > GIVE_UP_AFTER_MS) return null;
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
  return new Date(at.getTime() + pauseMs);
}
