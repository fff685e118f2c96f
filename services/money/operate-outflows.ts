import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { endsByItself } from "@fairclick/core/money/holds";
import type { Tx } from "@fairclick/sql/db/client";
import { getBalance, getUnpaidLosses } from "@fairclick/sql/money/ledger";
import {
  clearRetryAt,
  findOutflow,
  listOutflows as listRows,
  lockOutflow,
  type OutflowKind,
  type Outflows,
  updateHold,
} from "@fairclick/sql/money/outflows";
import { parseUser } from "../accounts/users";
import { makeChange } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { enqueueOutflow, LEASE_MS, notifyFailed, type Way } from "./outflows";

export type OperatorInput = ChangeInput & { id: string };

/**
 * Holds a withdrawal or refund that has not been sent, without an end. Throws `conflict` if it was sent,
 * or is held for more than the brake.
 */
export async function holdOutflow<Kind extends OutflowKind>(
  ctx: Ctx,
  { kind, heldNotice }: Way<Kind>,
  { id, ...input }: OperatorInput,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, kind, id);
    if (before.heldAt && !endsByItself(before.holdKinds)) {
      throw new AppError("conflict", `This ${kind} is held already.`);
    }
    requireUnsent(kind, before, "held");
    const hold = { at: ctx.now(), reason: input.reason, kinds: null, until: null };
    const { userId, amountMicros } = before;
    return {
      action: `${kind}.hold` as const,
      subject: `${kind}:${before.id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: async () => {
        await updateHold(tx, kind, { id: before.id, hold });
        await notify(tx, ctx, heldNotice, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Releases what is held and enqueues it. Throws `conflict` if it is not held. */
export async function releaseOutflow<Kind extends OutflowKind>(
  ctx: Ctx,
  { kind }: Way<Kind>,
  { id, ...input }: OperatorInput,
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, kind, id);
    if (!before.heldAt) throw new AppError("conflict", `This ${kind} is not held.`);
    const owed = await findOwed(tx, before);
    return {
      action: `${kind}.release` as const,
      subject: `${kind}:${before.id}`,
      counted: [before.amountMicros, ...Object.values(owed)],
      before: { ...facts(before, before.holdReason), ...owed },
      after: { ...facts(before, null), ...owed },
      apply: () => updateHold(tx, kind, { id: before.id, hold: null }),
    };
  });
  if (change.applied) await enqueueOutflow(ctx, kind, id);
  return change;
}

/**
 * Cancels a withdrawal or refund that has not been sent: its money returns to where it came from, and pays
 * the owner's debts first. Throws `conflict`.
 */
export async function cancelOutflow<Kind extends OutflowKind>(
  ctx: Ctx,
  way: Way<Kind>,
  { id, ...input }: OperatorInput,
): Promise<OperatorChange> {
  const { kind } = way;
  return makeChange(ctx, input, async (tx) => {
    const owner = isUuid(id) ? await findOutflow(tx, kind, id) : null;
    if (owner) await way.lockFirst?.(tx, owner);
    const before = await lockForOperator(tx, kind, id);
    requireUnsent(kind, before, "cancelled");
    const reason = way.cancelling.byOperator;
    const owed = await findOwed(tx, before);
    const known = { ...facts(before, before.holdReason), ...owed };
    return {
      action: `${kind}.cancel` as const,
      subject: `${kind}:${before.id}`,
      counted: [before.amountMicros, ...Object.values(owed)],
      before: { ...known, status: before.status },
      after: { ...known, status: "failed" },
      apply: async () => {
        await way.putBack(tx, before, reason);
        await notifyFailed(ctx, tx, { way, row: before, reason });
      },
    };
  });
}

/** What the owner owes for reversed clicks and for reversed deposits. */
async function findOwed(tx: Tx, { userId }: Row) {
  const debtMicros = -(await getBalance(tx, { kind: "debt", ownerId: userId }));
  const lossMicros = await getUnpaidLosses(tx, userId);
  return { owesForClicks: debtMicros.toString(), owesForDeposits: lossMicros.toString() };
}

/**
 * Retries now instead of at the next scheduled time, or after the job was given up. Throws `conflict` for
 * what has ended, unless the way replaces it.
 */
export async function retryOutflow<Kind extends OutflowKind>(
  ctx: Ctx,
  way: Way<Kind>,
  { id, ...input }: OperatorInput,
): Promise<OperatorChange> {
  const { kind } = way;
  let enqueuedId = id;
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, kind, id);
    requireRetryable(way, before, ctx.now());
    const { username, amountMicros, attempt, retryAt } = before;
    const about = { username, amountMicros: amountMicros.toString(), attempt };
    return {
      action: `${kind}.retry` as const,
      subject: `${kind}:${before.id}`,
      before: { ...about, retryAt: retryAt?.toISOString() ?? null },
      after: { ...about, retryAt: null },
      apply: async () => {
        if (before.status === "failed" && way.replace)
          enqueuedId = await way.replace(ctx, tx, before);
        else await clearRetryAt(tx, kind, before.id);
      },
    };
  });
  if (change.applied) await enqueueOutflow(ctx, kind, enqueuedId);
  return change;
}

function requireRetryable<Kind extends OutflowKind>(
  { kind, describeEnd }: Way<Kind>,
  row: Outflows[Kind],
  at: Date,
): void {
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  const end = describeEnd(row);
  if (end !== null) refuse(end);
  if (row.status !== "failed" && row.heldAt) refuse(`This ${kind} is held; release it first.`);
  if (isOwnerSuspended(row)) refuse(`The account of this ${kind}'s owner is suspended.`);
  // A worker may hold the lease: two calls at once could get different answers from Stripe.
  const { retryAt } = row;
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse(`This ${kind} is being tried, or will be within five minutes.`);
  }
}

type Row = Outflows[OutflowKind];

/** A deleted account counts as suspended, and does not stop its refunds. */
function isOwnerSuspended({ userSuspendedAt, userDeletedAt }: Row): boolean {
  return userSuspendedAt !== null && userSuspendedAt.getTime() !== userDeletedAt?.getTime();
}

/** Once Stripe may have been called, the outcome is Stripe's. Throws `conflict`. */
function requireUnsent(kind: OutflowKind, { status, sendingAt }: Row, what: string): void {
  if (status === "pending" && !sendingAt) return;
  throw new AppError("conflict", `This ${kind} was sent: it can no longer be ${what}.`);
}

function facts({ username, amountMicros }: Row, holdReason: string | null) {
  return {
    username,
    amountMicros: amountMicros.toString(),
    held: holdReason !== null,
    holdReason,
  };
}

export type OutflowFilter = PageInput & { user?: string | undefined; state?: string | undefined };

/**
 * Lists withdrawals or refunds of all users, newest first, for operators. `user` is an id, e-mail address or
 * name. Throws `not_found` if no user has that address or name.
 */
export async function listOutflows<Kind extends OutflowKind>(
  ctx: Pick<Ctx, "db">,
  kind: Kind,
  { user, state, ...page }: OutflowFilter,
): Promise<Page<Outflows[Kind]>> {
  const userId = user ? await parseUser(ctx.db.sql, user) : null;
  const cursor = page.cursor ?? null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, kind, { userId, state: state ?? null, limit, cursor }),
    toCursor: (row) => row.id,
  });
}

/** Returns any user's withdrawal or refund, for operators. Throws `not_found`. */
export async function getOutflow<Kind extends OutflowKind>(
  ctx: Pick<Ctx, "db">,
  kind: Kind,
  id: string,
): Promise<Outflows[Kind]> {
  const row = isUuid(id) ? await findOutflow(ctx.db.sql, kind, id) : null;
  if (!row) throw notFound(kind, id);
  return row;
}

/** Like `getOutflow`, and locks the row until the transaction ends. */
async function lockForOperator<Kind extends OutflowKind>(
  tx: Tx,
  kind: Kind,
  id: string,
): Promise<Outflows[Kind]> {
  const row = isUuid(id) ? await lockOutflow(tx, kind, id) : null;
  if (!row) throw notFound(kind, id);
  return row;
}

function notFound(kind: OutflowKind, id: string): AppError {
  return new AppError("not_found", `There is no ${kind} ${id}.`);
}
