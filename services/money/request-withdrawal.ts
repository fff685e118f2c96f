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
  BRAKE_DAYS,
  BRAKE_DAYS_DISPUTED,
  type BrakeReason,
  type BrakeRules,
  describeReviewReason,
  findBrake,
  findReviewReasons,
  MAX_COUNTED_PAYEES,
  MAX_NAMED_PAYEES,
  type ReviewReason,
  type ReviewRules,
  reviewHold,
  type Shared,
  UNPROVED_DAYS,
} from "@fairclick/core/money/withdrawals";
import { withdrawalHeld, withdrawalRequested } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  extendHold,
  findBankPayees,
  findSharedWithPayers,
  getCarried,
  listUnprovedPayouts,
  lockBraked,
  lockUnprovedPayouts,
} from "@fairclick/sql/money/payout-holds";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import {
  findPendingWithdrawal,
  findWithdrawalByRequest,
  getWithdrawalsBefore,
  insertWithdrawal,
  postRequested,
  updateHold,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import { requireNoCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import { judgeCreatorLinks } from "../clicks/judge-links";
import { lookUpAddress } from "../clicks/look-up-address";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { type DepositHold, findWaitingEarnings } from "./waiting-earnings";
import { enqueueWithdrawal } from "./withdrawals";

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

/**
 * Throws `withdrawal_pending` if the user has a pending withdrawal. The caller holds the lock on the
 * earnings, so that no other one can be inserted before its own. Without this check, the unique index
 * makes the insert wait for a transaction that completes or fails the pending one, while that
 * transaction waits for the accounts which the caller has locked.
 */
export async function requireNonePending(tx: Tx, userId: UserId): Promise<void> {
  if (!(await findPendingWithdrawal(tx, userId))) return;
  throw new AppError(
    "withdrawal_pending",
    t`You already have an open withdrawal. Please wait until it has completed.`,
  );
}

/** Address signals that say that several unrelated people are behind an address. */
const manyPeople: readonly string[] = ["shared_network", "relay", "vpn", "tor"];

/**
 * Returns the strongest thing that the user shares with somebody who paid these
 * earnings by card; null if there is none. An address counts unless it is known that many people share it.
 */
async function findShared(ctx: Pick<Ctx, "db" | "now">, userId: UserId): Promise<Shared | null> {
  const { card, bank, device, addresses } = await findSharedWithPayers(ctx.db.sql, userId);
  if (card) return "card";
  if (bank) return "bank";
  if (device) return "device";
  for (const key of addresses) {
    const { signals } = await lookUpAddress(ctx, { address: firstAddress(key) });
    if (!signals.some(({ signal }) => manyPeople.includes(signal))) return "address";
  }
  return null;
}

/** The key of an IPv6 address is its network. */
function firstAddress(key: string): string {
  return key.split("/")[0] ?? key;
}

const AT_ONCE = 100;

type Braked = BrakeRules & { withdrawalId: string; now: Date };

/**
 * Returns why the withdrawal waits for unproved money, or null if it does not. Call it after the
 * withdrawal's posting has taken its lots. Locks out others that decide about unproved money until
 * the transaction ends, so that two cannot both use what is left below the limit.
 */
async function checkBrake(
  tx: Tx,
  { withdrawalId, now, ...rules }: Braked,
): Promise<BrakeReason | null> {
  if (rules.unprovedPayoutDollars === 0) return null;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const paidAfter = ago(UNPROVED_DAYS);
  const { unprovedMicros, isDisputed } = await getCarried(tx, { withdrawalId, paidAfter, now });
  if (isDisputed) return { kind: "disputed" };
  if (unprovedMicros === 0n) return null;
  await lockUnprovedPayouts(tx);
  const payouts = await listUnprovedPayouts(tx, {
    disputedSince: ago(BRAKE_DAYS_DISPUTED),
    since: ago(BRAKE_DAYS),
    paidAfter,
  });
  const brake = findBrake(payouts, unprovedMicros, { ...rules, now });
  return brake && { kind: "unproved", dollars: rules.unprovedPayoutDollars, ...brake };
}

/**
 * Sends withdrawals that only the brake held, oldest first, as far as they fit below the limit now. The
 * others get a new time, or wait for an operator if a payment behind them is disputed now. Returns how
 * many it sent.
 */
export async function resumeWithdrawals(ctx: Ctx, rules: BrakeRules): Promise<number> {
  const now = ctx.now();
  const resumed = await withTx(ctx.db, async (tx) => {
    await lockUnprovedPayouts(tx);
    const free: WithdrawalId[] = [];
    for (const { id } of await lockBraked(tx, { at: now, limit: AT_ONCE })) {
      const reason = await checkBrake(tx, { withdrawalId: id, now, ...rules });
      if (reason) {
        await extendHold(tx, {
          id,
          reason: describeReviewReason(reason),
          ...reviewHold([reason], now),
        });
        continue;
      }
      await updateHold(tx, { id, at: null, reason: null });
      await writeAudit(tx, ctx, { action: "withdrawal.resume", subject: `withdrawal:${id}` });
      free.push(id);
    }
    return free;
  });
  for (const id of resumed) await enqueueWithdrawal(ctx, id);
  return resumed.length;
}
