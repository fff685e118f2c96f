import { microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  BRAKE_DAYS,
  BRAKE_DAYS_DISPUTED,
  type BrakeRules,
  brakeHolds,
  type CarriedFacts,
  findHolds,
  type HoldSettings,
  hasAddressOfFew,
  MAX_COUNTED_PAYEES,
  MAX_NAMED_PAYEES,
  requireOpen,
  reviewHolds,
  type Shared,
  sumHolds,
  UNPROVED_DAYS,
  type WithdrawalFacts,
  withdrawalGates,
} from "@fairclick/core/money/holds";
import {
  findPayoutCountry,
  HOME_COUNTRY,
  HOME_CURRENCY,
  raiseMinimum,
} from "@fairclick/core/money/payout-countries";
import { withdrawalHeld, withdrawalRequested } from "@fairclick/core/notices/money-notices";
import { findCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { updateHold, type Withdrawal } from "@fairclick/sql/money/outflows";
import {
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
} from "@fairclick/sql/money/withdrawals";
import { describeCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import type { judgeCreatorLinks } from "../clicks/judge-links";
import type { lookUpAddress } from "../clicks/look-up-address";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { enqueueOutflow } from "./outflows";
import { findWaitingEarnings } from "./waiting-earnings";
import { receiptFacts } from "./withdrawals";

const DAY_MS = 86_400_000;

/** What the clicks behind the money say. */
export type ClickChecks = {
  /** Opens findings about links of the creator, and updates what they keep waiting. */
  judgeLinks: typeof judgeCreatorLinks;
  lookUpAddress: typeof lookUpAddress;
};

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** The withdrawal is sent only once the user's address is confirmed. */
  needsConfirmedEmail: boolean;
  /** The installation's smallest withdrawal; 0 for none. */
  minWithdrawalDollars: number;
} & HoldSettings;

/**
 * Moves the amount out of the earnings and enqueues the transfer. The balance is locked and a user
 * has at most one open withdrawal, so only one of several concurrent requests is accepted. A
 * repeated `requestId` returns the earlier withdrawal. Throws `payouts_not_verified`,
 * `insufficient_funds`, `validation` below the minimum of the installation or the user's country, or `conflict` if a withdrawal
 * is open, the account is in its cooldown, or the earlier withdrawal has another amount.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: Input & { checks: ClickChecks },
): Promise<Withdrawal> {
  const userId = requireUser(ctx);
  await input.checks.judgeLinks(ctx, userId);
  const sharedWithPayer = await findShared(ctx, userId, input.checks);
  const withdrawal = await withTx(ctx.db, async (tx) => {
    const balanceMicros = await lockBalance(tx, { kind: "earnings", ownerId: userId });
    return (
      (await findSameRequest(tx, userId, input)) ??
      (await setAsideWithdrawal(ctx, tx, { userId, balanceMicros, sharedWithPayer, ...input }))
    );
  });
  if (withdrawal.status === "pending" && !withdrawal.heldAt)
    await enqueueOutflow(ctx, "withdrawal", withdrawal.id);
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
  const { userId, requestId, amountCents } = request;
  const at = ctx.now();
  const user = await getStripeUser(tx, userId);
  const found = findPayoutCountry(user.country ?? HOME_COUNTRY);
  const country = raiseMinimum(found, request.minWithdrawalDollars);
  const waiting = await findWaitingEarnings(tx, at, request);
  const accountId = user.accountVerified ? user.accountId : null;
  requireOpen(withdrawalGates, {
    hasPayouts: accountId !== null,
    cooldown: await describeCooldown(tx, { userId, at }),
    country,
    amountCents,
    availableMicros: request.balanceMicros - waiting.micros,
    reviewedMicros: waiting.parts.find(({ reason }) => reason === "link_review")?.micros ?? 0n,
    // The lock on the earnings keeps others from inserting one. Without this check, the unique index makes
    // the insert wait for a transaction that ends the pending one, while that waits for this lock.
    hasPending: (await findPendingWithdrawal(tx, userId)) !== null,
  });
  if (accountId === null) throw new Error("A withdrawal needs a payout account");
  const id = asId<WithdrawalId>(Bun.randomUUIDv7());
  const amountMicros = microsFromCents(amountCents);
  const facts = await readFacts(tx, { ...request, amountMicros, accountId, at });
  await postRequested(tx, { id, userId, amountMicros });
  const carried = await readCarried(tx, { withdrawalId: id, now: at, rules: request });
  const hold = sumHolds(
    [...findHolds(reviewHolds, facts, request), ...findHolds(brakeHolds, carried, request)],
    at,
  );
  const withdrawal = await insertWithdrawal(tx, {
    id,
    userId,
    amountMicros,
    stripeAccountId: accountId,
    currency: country?.currency ?? HOME_CURRENCY,
    requestId: requestId ?? null,
    needsConfirmedEmail: request.needsConfirmedEmail,
    at,
    hold,
  });
  await writeAudit(tx, ctx, {
    action: "withdrawal.request",
    subject: `withdrawal:${withdrawal.id}`,
    after: {
      amountMicros: amountMicros.toString(),
      held: withdrawal.heldAt !== null,
      waitsFor: hold?.kinds.join(" ") ?? "",
    },
  });
  await notifyRequested(tx, ctx, { ...request, withdrawal, country: user.country });
  return withdrawal;
}

type Requested = {
  withdrawal: Withdrawal;
  country: string | null;
  needsConfirmedEmail: boolean;
};

/** Tells the owner the amount, the bank, and what the withdrawal waits for. */
async function notifyRequested(tx: Tx, ctx: Ctx, requested: Requested): Promise<void> {
  const { withdrawal, country, needsConfirmedEmail } = requested;
  const { id: key, userId, heldAt, holdUntil } = withdrawal;
  const data = { ...receiptFacts(withdrawal), country };
  if (heldAt) {
    const until = holdUntil?.toISOString() ?? null;
    await notify(tx, ctx, withdrawalHeld, { to: [userId], data: { ...data, until }, key });
    return;
  }
  const credentials = needsConfirmedEmail ? await findCredentials(tx, userId) : null;
  const waitsForAddress = credentials?.emailVerifiedAt === null;
  await notify(tx, ctx, withdrawalRequested, {
    to: [userId],
    data: { ...data, waitsForAddress },
    key,
  });
}

type Request = {
  userId: UserId;
  accountId: string;
  amountMicros: bigint;
  sharedWithPayer: Shared | null;
  at: Date;
};

/**
 * Reads what decides whether an operator looks at the withdrawal. The caller holds the earnings lock, so
 * no second request of the user can be missed.
 */
async function readFacts(tx: Tx, request: Request): Promise<WithdrawalFacts> {
  const { userId, accountId: stripeAccountId, amountMicros, sharedWithPayer, at } = request;
  const since = new Date(at.getTime() - DAY_MS);
  const before = await getWithdrawalsBefore(tx, { userId, stripeAccountId, since });
  const bankPayees = await findBankPayees(tx, {
    userId,
    mostNamed: MAX_NAMED_PAYEES,
    mostCounted: MAX_COUNTED_PAYEES,
  });
  return { ...before, amountMicros, sharedWithPayer, bankPayees };
}

/**
 * Returns the strongest thing that the user shares with somebody who paid these
 * earnings by card; null if there is none. An address counts unless it is known that many people share it.
 */
async function findShared(
  ctx: Pick<Ctx, "db" | "now">,
  userId: UserId,
  { lookUpAddress }: Pick<ClickChecks, "lookUpAddress">,
): Promise<Shared | null> {
  const { card, bank, device, addresses } = await findSharedWithPayers(ctx.db.sql, userId);
  if (card) return "card";
  if (bank) return "bank";
  if (device) return "device";
  const few = await hasAddressOfFew(addresses, (address) => lookUpAddress(ctx, { address }));
  return few ? "address" : null;
}

const AT_ONCE = 100;

type Carrying = { withdrawalId: string; now: Date; rules: BrakeRules };

/**
 * Reads the unproved money of a withdrawal, and what of it has left in all. Call it after the withdrawal's
 * posting has taken its lots. Locks out others that decide about unproved money until the transaction
 * ends, so that two cannot both use what is left below the limit.
 */
async function readCarried(tx: Tx, { withdrawalId, now, rules }: Carrying): Promise<CarriedFacts> {
  const none = { unprovedMicros: 0n, isDisputed: false, payouts: [], now };
  if (rules.unprovedPayoutDollars === 0) return none;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const paidAfter = ago(UNPROVED_DAYS);
  const carried = await getCarried(tx, { withdrawalId, paidAfter, now });
  if (carried.isDisputed || carried.unprovedMicros === 0n) return { ...none, ...carried };
  await lockUnprovedPayouts(tx);
  const payouts = await listUnprovedPayouts(tx, {
    disputedSince: ago(BRAKE_DAYS_DISPUTED),
    since: ago(BRAKE_DAYS),
    paidAfter,
  });
  return { ...carried, payouts, now };
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
    for (const { id, heldAt } of await lockBraked(tx, { at: now, limit: AT_ONCE })) {
      const carried = await readCarried(tx, { withdrawalId: id, now, rules });
      const hold = sumHolds(findHolds(brakeHolds, carried, rules), now);
      if (hold) {
        await updateHold(tx, "withdrawal", { id, hold: { ...hold, at: heldAt } });
        continue;
      }
      await updateHold(tx, "withdrawal", { id, hold: null });
      await writeAudit(tx, ctx, { action: "withdrawal.resume", subject: `withdrawal:${id}` });
      free.push(id);
    }
    return free;
  });
  for (const id of resumed) await enqueueOutflow(ctx, "withdrawal", id);
  return resumed.length;
}
