import { microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  describeBelowMinimum,
  findPayoutCountry,
  HOME_COUNTRY,
  HOME_CURRENCY,
} from "@fairclick/core/money/payout-countries";
import {
  type BrakeRules,
  describeReviewReason,
  findReviewReasons,
  MAX_COUNTED_PAYEES,
  MAX_NAMED_PAYEES,
  type ReviewReason,
  type ReviewRules,
  reviewHold,
  type Shared,
} from "@fairclick/core/money/withdrawals";
import { withdrawalHeld, withdrawalRequested } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { findBankPayees } from "@fairclick/sql/money/payout-holds";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import {
  findWithdrawalByRequest,
  getWithdrawalsBefore,
  insertWithdrawal,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import { requireNoCooldown } from "../../accounts/recovery/recovery-cooldown";
import { requireUser } from "../../actor";
import { judgeCreatorLinks } from "../../clicks/links/find-findings";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { type DepositHold, findWaitingEarnings } from "../wallet/find-waiting-earnings";
import { checkBrake } from "./brake-payouts";
import { enqueueWithdrawal } from "./enqueue-withdrawal";
import { findShared } from "./find-shared";
import { postRequested } from "./postings";
import { requireNonePending } from "./require-none-pending";

const DAY_MS = 86_400_000;

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** The withdrawal is sent only once the user's address is confirmed. */
  needsConfirmedEmail: boolean;
} & DepositHold &
  ReviewRules &
  BrakeRules;

/**
 * Moves the amount out of the earnings and enqueues the transfer. The balance is locked and a user
 * has at most one open withdrawal, so only one of several concurrent requests is accepted. A
 * repeated `requestId` returns the earlier withdrawal. Throws `payouts_not_verified`,
 * `insufficient_funds`, `validation` below the minimum of the user's country, or `conflict` if a withdrawal
 * is open, the account is in its cooldown, or the earlier withdrawal has another amount.
 */
export async function requestWithdrawal(ctx: Ctx, input: Input): Promise<Withdrawal> {
  const userId = requireUser(ctx);
  await judgeCreatorLinks(ctx, userId);
  const sharedWithPayer = await findShared(ctx, userId);
  const withdrawal = await withTx(ctx.db, async (tx) => {
    const balanceMicros = await lockBalance(tx, { kind: "earnings", ownerId: userId });
    return (
      (await findSameRequest(tx, userId, input)) ??
      (await setAsideWithdrawal(ctx, tx, { userId, balanceMicros, sharedWithPayer, ...input }))
    );
  });
  if (withdrawal.status === "pending" && !withdrawal.heldAt)
    await enqueueWithdrawal(ctx, withdrawal.id);
  return withdrawal;
}

async function findSameRequest(tx: Tx, userId: UserId, { amountCents, requestId }: Input) {
  if (!requestId) return null;
  const earlier = await findWithdrawalByRequest(tx, { userId, requestId });
  if (earlier && earlier.amountMicros !== microsFromCents(amountCents)) {
    throw new AppError("conflict", t`This request was already made with another amount.`);
  }
  return earlier;
}

/**
 * Like `requestWithdrawal`, in the caller's transaction, which holds the lock on the earnings, and
 * without the job.
 */
export async function setAsideWithdrawal(
  ctx: Ctx,
  tx: Tx,
  request: Input & { userId: UserId; balanceMicros: bigint; sharedWithPayer: Shared | null },
): Promise<Withdrawal> {
  const { userId, requestId } = request;
  const amountMicros = microsFromCents(request.amountCents);
  const user = await getStripeUser(tx, userId);
  if (!user.accountId || !user.accountVerified) {
    throw new AppError("payouts_not_verified", t`Please set up payouts before you withdraw.`);
  }
  await requireNoCooldown(tx, { userId, at: ctx.now() });
  const country = findPayoutCountry(user.country ?? HOME_COUNTRY);
  const tooSmall = country && describeBelowMinimum(country, request.amountCents);
  if (tooSmall) throw new AppError("validation", tooSmall);
  const waiting = await findWaitingEarnings(tx, ctx.now(), request);
  if (amountMicros > request.balanceMicros - waiting.micros) {
    throw new AppError("insufficient_funds", t`Withdrawal amount cannot exceed your balance.`);
  }
  const { accountId } = user;
  const at = ctx.now();
  const id = asId<WithdrawalId>(Bun.randomUUIDv7());
  const reasons = await findReasonsToWait(tx, { ...request, amountMicros, accountId, at });
  await requireNonePending(tx, userId);
  await postRequested(tx, { id, userId, amountMicros });
  const { unprovedPayoutDollars } = request;
  const brake = await checkBrake(tx, { withdrawalId: id, now: at, unprovedPayoutDollars });
  if (brake) reasons.push(brake);
  const reason = reasons.map(describeReviewReason).join(" ");
  const withdrawal = await insertWithdrawal(tx, {
    id,
    userId,
    amountMicros,
    stripeAccountId: accountId,
    currency: country?.currency ?? HOME_CURRENCY,
    requestId: requestId ?? null,
    needsConfirmedEmail: request.needsConfirmedEmail,
    at,
    hold: reasons.length > 0 ? { reason, ...reviewHold(reasons, at) } : null,
  });
  await writeAudit(tx, ctx, {
    action: "withdrawal.request",
    subject: `withdrawal:${withdrawal.id}`,
    after: {
      amountMicros: amountMicros.toString(),
      held: withdrawal.heldAt !== null,
      waitsFor: reasons.map(({ kind }) => kind).join(" "),
    },
  });
  const kind = withdrawal.heldAt ? withdrawalHeld : withdrawalRequested;
  await notify(tx, ctx, kind, { to: [userId], data: { amountMicros }, key: id });
  return withdrawal;
}

type Reviewed = ReviewRules & {
  userId: UserId;
  accountId: string;
  amountMicros: bigint;
  sharedWithPayer: Shared | null;
  at: Date;
};

/**
 * Why the withdrawal must wait for an operator; empty if nothing speaks against it. The caller
 * holds the earnings lock, so no second request of the user can be missed.
 */
async function findReasonsToWait(
  tx: Tx,
  { userId, accountId: stripeAccountId, amountMicros, sharedWithPayer, at, ...rules }: Reviewed,
): Promise<ReviewReason[]> {
  const since = new Date(at.getTime() - DAY_MS);
  const before = await getWithdrawalsBefore(tx, { userId, stripeAccountId, since });
  const bankPayees = await findBankPayees(tx, {
    userId,
    mostNamed: MAX_NAMED_PAYEES,
    mostCounted: MAX_COUNTED_PAYEES,
  });
  return findReviewReasons({ ...before, amountMicros, sharedWithPayer, bankPayees }, rules);
}
