import {
  planWatch,
  WATCH_DAYS,
  type WatchPlan,
  watchLimit,
} from "@fairclick/core/accounts/user-watch";
import { AppError } from "@fairclick/core/errors";
import { describeReviewReason } from "@fairclick/core/money/withdrawals/review-reasons";
import { withdrawalHeld } from "@fairclick/core/notices/money-notices";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  findLastWatch,
  findUnsent,
  findWatch,
  holdPending,
  putWatch,
  type UserWatch,
} from "@fairclick/sql/accounts/user-watches";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { getUser } from "../find-user";

/**
 * Lets a user's withdrawals wait for `days` while operators look at the user, or renews that. Throws
 * `conflict` beyond the limits of `planWatch`, and for a deleted account.
 */
export async function watchUser(
  ctx: Ctx,
  { user, days, ...input }: ChangeInput & { user: string; days: number },
): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const { id: userId, username } = await getUser(ctx, user);
  return makeChange(ctx, input, async (tx) => {
    // A deletion takes the same locks in this order.
    const locked = await lockSuspension(tx, userId);
    if (locked?.deletedAt) throw new AppError("conflict", "This account was deleted by its owner.");
    // Withdrawals are requested, cancelled and put back under this lock.
    await lockBalance(tx, { kind: "earnings", ownerId: userId });
    const at = ctx.now();
    const before = await findLastWatch(tx, userId);
    const plan = planWatch(before, { by, at, days });
    if (!plan.ok) throw refusal(plan, username);
    const { reason } = input;
    const watch = before && plan.isRenewal ? renew(before, { by, at }) : start({ by, at, reason });
    const micros = await findUnsent(tx, userId);
    return {
      action: plan.isRenewal ? "user.renew_watch" : "user.watch",
      subject: `user:${userId}`,
      before: { username, watchedUntil: before && before.until > at ? text(before.until) : null },
      after: {
        username,
        watchedUntil: text(plan.until),
        withdrawalsWaitUntilAtMost: text(watchLimit(plan)),
        unsentMicros: micros?.toString() ?? null,
      },
      apply: async () => {
        await putWatch(tx, userId, { ...watch, until: plan.until });
        const why = describeReviewReason({ kind: "watched", until: plan.until });
        const held = await holdPending(tx, { userId, at, until: watchLimit(plan), reason: why });
        if (!held) return;
        const { amountMicros } = held;
        await notify(tx, ctx, withdrawalHeld, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Ends a watch. The withdrawals that only the watch held are sent within a minute. Throws `conflict`. */
export async function unwatchUser(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const { id: userId, username } = await getUser(ctx, user);
  return makeChange(ctx, input, async (tx) => {
    await lockBalance(tx, { kind: "earnings", ownerId: userId });
    const at = ctx.now();
    const watch = await findWatch(tx, { userId, at });
    if (!watch) throw new AppError("conflict", `${username} is not watched.`);
    return {
      action: "user.unwatch",
      subject: `user:${userId}`,
      before: { username, watchedUntil: text(watch.until), watchReason: watch.reason },
      after: { username, watchedUntil: null },
      apply: () => putWatch(tx, userId, { ...watch, until: at }),
    };
  });
}

type Act = { by: UserWatch["startedBy"]; at: Date };

function start({ by, at, reason }: Act & { reason: string }): UserWatch {
  return { reason, startedBy: by, startedAt: at, until: at, renewedBy: null, renewedAt: null };
}

/** Keeps the first reason; that of the renewal is in the audit log. */
function renew(before: UserWatch, { by, at }: Act): UserWatch {
  return by === before.startedBy ? before : { ...before, renewedBy: by, renewedAt: at };
}

function refusal({ why, again }: Extract<WatchPlan, { ok: false }>, username: string): AppError {
  const { alone, together } = WATCH_DAYS;
  const later = `A new watch can start on ${text(again)}.`;
  switch (why) {
    case "not_longer":
      return new AppError("conflict", `${username} is watched for longer than that already.`);
    case "needs_second_operator":
      return new AppError(
        "conflict",
        `One operator can let withdrawals of a user wait for ${alone} days. A different operator can renew it. ${later}`,
      );
    case "too_long":
      return new AppError(
        "conflict",
        `The withdrawals of ${username} have waited for ${together} days. Decide now: hold one, suspend the user, or let them go. ${later}`,
      );
  }
}

function text(at: Date): string {
  return at.toISOString();
}
