import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type RefundId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import type { RefundState } from "@fairclick/core/money/refunds";
import { refundHeld } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  clearRefundRetryAt,
  findOperatedRefund,
  listRefunds as listRows,
  lockOperatedRefund,
  type OperatedRefund,
  updateRefundHold,
} from "@fairclick/sql/money/refunds";
import { parseUser } from "../accounts/users";
import { makeChange } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { enqueueRefund, readRefundableDeposits, takeFromWallet } from "./refunds";
import { LEASE_MS, notifyRefundFailed, returnToWallet } from "./send-refund";

type Input = ChangeInput & { id: string };

/** Holds a refund that has not been sent. Throws `conflict` if it is held or sent. */
export async function holdRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    if (before.heldAt) throw new AppError("conflict", "This refund is held already.");
    requireUnsent(before, "held");
    return {
      action: "refund.hold",
      subject: `refund:${before.id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: async () => {
        await updateRefundHold(tx, { id: before.id, at: ctx.now(), reason: input.reason });
        const { userId, amountMicros } = before;
        await notify(tx, ctx, refundHeld, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Releases a held refund and enqueues it. Throws `conflict` if it is not held. */
export async function releaseRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    if (!before.heldAt) throw new AppError("conflict", "This refund is not held.");
    return {
      action: "refund.release",
      subject: `refund:${before.id}`,
      before: facts(before, before.holdReason),
      after: facts(before, null),
      apply: () => updateRefundHold(tx, { id: before.id, at: null, reason: null }),
    };
  });
  if (change.applied) await enqueueRefund(ctx, id);
  return change;
}

/** Cancels a refund that has not been sent: its money returns to the wallet. Throws `conflict`. */
export async function cancelRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    requireUnsent(before, "cancelled");
    const reason = `${stored`Fairclick cancelled this refund.`} ${stored`The money is back in your wallet.`}`;
    return {
      action: "refund.cancel",
      subject: `refund:${before.id}`,
      before: { ...facts(before, before.holdReason), status: before.status },
      after: { ...facts(before, before.holdReason), status: "failed" },
      apply: async () => {
        await returnToWallet(tx, before, { refund: null, reason });
        await notifyRefundFailed(ctx, tx, before, reason);
      },
    };
  });
}

/** Once Stripe may have been called, the outcome is Stripe's. */
function requireUnsent({ status, sendingAt }: OperatedRefund, what: string): void {
  if (status === "pending" && !sendingAt) return;
  throw new AppError("conflict", `This refund was sent: it can no longer be ${what}.`);
}

function facts({ amountMicros }: OperatedRefund, holdReason: string | null) {
  return {
    amountMicros: amountMicros.toString(),
    held: holdReason !== null,
    holdReason,
  };
}

/**
 * Retries a refund now instead of at its next scheduled time, or after its job was given up. A
 * failed refund is replaced by a new one if its owner's account is deleted; other owners can request
 * one themselves. Throws `conflict`.
 */
export async function retryRefund(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  let enqueuedId = id;
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    requireRetryable(before, ctx.now());
    const { username, amountMicros, attempt, retryAt } = before;
    const about = { username, amountMicros: amountMicros.toString(), attempt };
    return {
      action: "refund.retry",
      subject: `refund:${before.id}`,
      before: { ...about, retryAt: retryAt?.toISOString() ?? null },
      after: { ...about, retryAt: null },
      apply: async () => {
        if (before.status === "failed") enqueuedId = await replaceRefund(ctx, tx, before);
        else await clearRefundRetryAt(tx, before.id);
      },
    };
  });
  if (change.applied) await enqueueRefund(ctx, enqueuedId);
  return change;
}

/** Makes a new refund of the same deposit, at most of what can go back. Returns its id. */
async function replaceRefund(ctx: Ctx, tx: Tx, failed: OperatedRefund): Promise<string> {
  const { userId, depositId, amountMicros } = failed;
  await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const deposits = await readRefundableDeposits(tx, { userId, at: ctx.now() });
  const deposit = deposits.find(({ id }) => id === depositId);
  if (!deposit) throw new AppError("conflict", "No money of this payment can go back any more.");
  const { refundableMicros } = deposit;
  return takeFromWallet(ctx, tx, {
    userId,
    deposit,
    requestId: Bun.randomUUIDv7(),
    micros: refundableMicros < amountMicros ? refundableMicros : amountMicros,
    holdReason: null,
  });
}

function requireRetryable(refund: OperatedRefund, at: Date): void {
  const { status, heldAt, retryAt, userDeletedAt } = refund;
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  if (status === "failed" && !userDeletedAt) {
    refuse(
      "This refund failed and its money is back in the wallet; its owner can request it again.",
    );
  }
  if (status === "sent" || status === "succeeded") refuse("Stripe has accepted this refund.");
  if (status === "pending" && heldAt) refuse("This refund is held; release it first.");
  if (isOwnerSuspended(refund)) refuse("The account of this refund's owner is suspended.");
  // A worker may hold the lease: two calls at once could get different answers from Stripe.
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse("This refund is being tried, or will be within five minutes.");
  }
}

/** A deleted account counts as suspended, and does not stop its refunds. */
function isOwnerSuspended({ userSuspendedAt, userDeletedAt }: OperatedRefund): boolean {
  return userSuspendedAt !== null && userSuspendedAt.getTime() !== userDeletedAt?.getTime();
}

type Filter = PageInput & { user?: string | undefined; state?: RefundState | undefined };

/** Lists the requested refunds of all users, newest first, for operators. */
export async function listRefunds(
  ctx: Pick<Ctx, "db">,
  { user, state, ...page }: Filter,
): Promise<Page<OperatedRefund>> {
  const userId = user ? await parseUser(ctx.db.sql, user) : null;
  const cursor = page.cursor ? asId<RefundId>(page.cursor) : null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { userId, state: state ?? null, limit, cursor }),
    toCursor: (row) => row.id,
  });
}

/** Returns any user's refund, for operators. Throws `not_found`. */
export async function getRefund(ctx: Pick<Ctx, "db">, id: string): Promise<OperatedRefund> {
  return requireFound(id, await findOperatedRefund(ctx.db.sql, parseId(id)));
}

/** Like `getRefund`, and locks the row until the transaction ends. */
async function lockRefundForOperator(tx: Tx, id: string): Promise<OperatedRefund> {
  return requireFound(id, await lockOperatedRefund(tx, parseId(id)));
}

function parseId(text: string): RefundId {
  if (!isUuid(text)) throw notFound(text);
  return asId<RefundId>(text.toLowerCase());
}

function requireFound<Row>(id: string, row: Row | null): Row {
  if (!row) throw notFound(id);
  return row;
}

function notFound(id: string): AppError {
  return new AppError("not_found", `There is no refund ${id}.`);
}
