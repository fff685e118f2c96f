import { MAX_ACCOUNTS_PER_DAY } from "@fairclick/core/accounts/users";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { isClosedByDisputes } from "@fairclick/core/money/deposits";
import {
  lockActedAccounts,
  lockSuspension,
  type Suspension,
  updateSuspension,
} from "@fairclick/sql/accounts/operated-users";
import type { Tx } from "@fairclick/sql/db/client";
import { savePardon } from "@fairclick/sql/money/deposits";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";
import { parseUser, userNotFound } from "../accounts/users";
import { countRecentDisputes } from "../campaigns/budget";
import { makeChange, requireOperator } from "../changes";
import type { Ctx } from "../context";
import { enqueueOutflow } from "./outflows";

/**
 * Stops a user's links, the links of the campaigns that they launched, and their withdrawals. The
 * money stays theirs; clicks from before are judged and paid.
 */
export async function suspendUser(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const id = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const before = await getLocked(tx, { id, user });
    if (before.suspendedAt) {
      throw new AppError("conflict", `${before.username} is suspended already.`);
    }
    await requireAccountsLeft(tx, ctx, 1);
    return {
      action: "user.suspend",
      subject: `user:${id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: () => updateSuspension(tx, { id, at: ctx.now(), reason: input.reason }),
    };
  });
}

/** Restores everything that the suspension stopped. */
export async function restoreUser(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const id = await parseUser(ctx.db.sql, user);
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await getLocked(tx, { id, user });
    if (!before.suspendedAt) throw new AppError("conflict", `${before.username} is not suspended.`);
    return {
      action: "user.restore",
      subject: `user:${id}`,
      before: { ...facts(before, before.suspensionReason), suspended: true },
      after: facts(before, null),
      apply: () => updateSuspension(tx, { id, at: null, reason: null }),
    };
  });
  const withdrawalId = change.applied && (await findPendingWithdrawal(ctx.db.sql, id));
  if (withdrawalId) await enqueueOutflow(ctx, "withdrawal", withdrawalId);
  return change;
}

const DAY_MS = 86_400_000;

/** Throws `conflict` if the operator would then have suspended, or acted on in groups, too many accounts. */
export async function requireAccountsLeft(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  accounts: number,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const acted = await lockActedAccounts(tx, { operatorId: requireOperator(ctx), since });
  if (acted + accounts <= MAX_ACCOUNTS_PER_DAY) return;
  throw new AppError(
    "conflict",
    `One operator can suspend, or act on in groups, ${MAX_ACCOUNTS_PER_DAY} accounts within 24 hours, and you ${Math.max(0, MAX_ACCOUNTS_PER_DAY - acted)} more now. Let another operator go on.`,
  );
}

async function getLocked(tx: Tx, { id, user }: { id: UserId; user: string }): Promise<Suspension> {
  const row = await lockSuspension(tx, id);
  if (!row) throw userNotFound(user);
  if (row.deletedAt) throw new AppError("conflict", "This account was deleted by its owner.");
  return row;
}

function facts({ username }: Suspension, reason: string | null) {
  return { username, suspended: reason !== null, suspensionReason: reason };
}

/** Lets a user launch campaigns again after disputes closed the account. Later disputes count again. */
export async function pardonDisputes(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const disputes = await countRecentDisputes(tx, { userId, at: ctx.now() });
    if (!isClosedByDisputes(disputes)) {
      throw new AppError("conflict", "No disputes close this account to new campaigns.");
    }
    return {
      action: "user.pardon_disputes",
      subject: `user:${userId}`,
      before: { disputes },
      after: { disputes: 0 },
      apply: () => savePardon(tx, userId),
    };
  });
}
