import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type WithdrawalId } from "@fairclick/core/ids";
import { stored, t } from "@fairclick/core/language/t";
import { endsByItself } from "@fairclick/core/money/holds";
import { withdrawalHeld } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import {
  clearRetryAt,
  failWithdrawal,
  findOperatedWithdrawal,
  listWithdrawals as listRows,
  lockOperatedWithdrawal,
  lockWithdrawal,
  type OperatedWithdrawal,
  postFailed,
  updateHold,
  type Withdrawal,
  type WithdrawalState,
} from "@fairclick/sql/money/withdrawals";
import { parseUser } from "../accounts/users";
import { makeChange, requireUser, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { LEASE_MS } from "./send-withdrawal";
import { enqueueWithdrawal } from "./withdrawals";

type Input = ChangeInput & { id: string };

/**
 * Holds a withdrawal that has not been sent, without an end. Throws `conflict` if it was sent, or is held
 * for more than the brake.
 */
export async function holdWithdrawal(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    if (before.heldAt && !endsByItself(before.holdKinds)) {
      throw new AppError("conflict", "This withdrawal is held already.");
    }
    if (before.status !== "pending" || before.sendingAt) {
      throw new AppError("conflict", "This withdrawal was sent: it can no longer be held.");
    }
    return {
      action: "withdrawal.hold",
      subject: `withdrawal:${before.id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: async () => {
        await updateHold(tx, { id: before.id, at: ctx.now(), reason: input.reason });
        const { userId, amountMicros } = before;
        await notify(tx, ctx, withdrawalHeld, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Releases a held withdrawal and enqueues it. Throws `conflict` if it is not held. */
export async function releaseWithdrawal(
  ctx: Ctx,
  { id, ...input }: Input,
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    if (!before.heldAt) throw new AppError("conflict", "This withdrawal is not held.");
    return {
      action: "withdrawal.release",
      subject: `withdrawal:${before.id}`,
      before: facts(before, before.holdReason),
      after: facts(before, null),
      apply: () => updateHold(tx, { id: before.id, at: null, reason: null }),
    };
  });
  if (change.applied) await enqueueWithdrawal(ctx, id);
  return change;
}

function facts({ username, amountMicros }: OperatedWithdrawal, holdReason: string | null) {
  return {
    username,
    amountMicros: amountMicros.toString(),
    held: holdReason !== null,
    holdReason,
  };
}

/**
 * Cancels the caller's withdrawal: its status becomes `failed` and the money returns to earnings.
 * Throws `not_found` for another user's withdrawal, `conflict` if it has ended or Stripe may have
 * been called. Locks the earnings first, as everything does that puts a withdrawal back.
 */
export async function cancelWithdrawal(ctx: Ctx, id: string): Promise<Withdrawal> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx) => {
    await lockAccounts(tx, [{ kind: "earnings", ownerId: userId }]);
    const withdrawal = isUuid(id) ? await lockWithdrawal(tx, id) : null;
    if (!withdrawal || withdrawal.userId !== userId) {
      throw new AppError("not_found", t`There is no such withdrawal.`);
    }
    const reason = stored`You cancelled this withdrawal.`;
    const cancelled =
      !withdrawal.sendingAt && (await failWithdrawal(tx, { id: withdrawal.id, reason }));
    if (!cancelled) {
      throw new AppError("conflict", t`This withdrawal can no longer be cancelled.`);
    }
    await postFailed(tx, withdrawal);
    await writeAudit(tx, ctx, {
      action: "withdrawal.cancel",
      subject: `withdrawal:${withdrawal.id}`,
    });
    return { ...withdrawal, status: "failed", failureReason: reason };
  });
}

/**
 * Retries a withdrawal now instead of at its next scheduled time, or after its job was given up. A
 * failed withdrawal is not retried: its money is back in the earnings.
 */
export async function retryWithdrawal(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    requireRetryable(before, ctx.now());
    const { username, amountMicros, attempt, retryAt } = before;
    const about = { username, amountMicros: amountMicros.toString(), attempt };
    return {
      action: "withdrawal.retry",
      subject: `withdrawal:${before.id}`,
      before: { ...about, retryAt: retryAt?.toISOString() ?? null },
      after: { ...about, retryAt: null },
      apply: () => clearRetryAt(tx, before.id),
    };
  });
  if (change.applied) await enqueueWithdrawal(ctx, id);
  return change;
}

function requireRetryable(withdrawal: OperatedWithdrawal, at: Date): void {
  const { status, payoutId, heldAt, userSuspendedAt, retryAt } = withdrawal;
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  if (status === "failed") {
    refuse(
      "This withdrawal failed and its money is back in the earnings; its owner can ask again.",
    );
  }
  if (payoutId) refuse("This withdrawal is on its way to the bank.");
  if (heldAt) refuse("This withdrawal is held; release it first.");
  if (userSuspendedAt) refuse("The account of this withdrawal's owner is suspended.");
  // A worker may hold the lease: two calls at once could get different answers from Stripe.
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse("This withdrawal is being tried, or will be within five minutes.");
  }
}

/** Returns any user's withdrawal, for operators. Throws `not_found`. */
export async function getWithdrawal(ctx: Pick<Ctx, "db">, id: string): Promise<OperatedWithdrawal> {
  return requireFound(id, await findOperatedWithdrawal(ctx.db.sql, parseId(id)));
}

/** Like `getWithdrawal`, and locks the row until the transaction ends. */
async function lockForOperator(tx: Tx, id: string): Promise<OperatedWithdrawal> {
  return requireFound(id, await lockOperatedWithdrawal(tx, parseId(id)));
}

function parseId(text: string): WithdrawalId {
  if (!isUuid(text)) throw notFound(text);
  return asId<WithdrawalId>(text.toLowerCase());
}

function requireFound<Row>(id: string, row: Row | null): Row {
  if (!row) throw notFound(id);
  return row;
}

function notFound(id: string): AppError {
  return new AppError("not_found", `There is no withdrawal ${id}.`);
}

type ListInput = PageInput & { user?: string | undefined; state?: WithdrawalState | undefined };

/**
 * Lists withdrawals for operators, newest first. `user` is an id, e-mail address or name. Throws
 * `not_found` if no user has that address or name.
 */
export async function listWithdrawals(
  ctx: Pick<Ctx, "db">,
  { user, state, ...page }: ListInput,
): Promise<Page<OperatedWithdrawal>> {
  const userId = user ? await parseUser(ctx.db.sql, user) : null;
  const cursor = page.cursor ? asId<WithdrawalId>(page.cursor) : null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { userId, state: state ?? null, limit, cursor }),
    toCursor: (row) => row.id,
  });
}
