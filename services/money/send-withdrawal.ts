import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { HOME_CURRENCY } from "@fairclick/core/money/payout-countries";
import {
  withdrawalArrived,
  withdrawalFailed,
  withdrawalSent,
} from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  completeWithdrawal,
  endLease,
  failWithdrawal,
  findWithdrawal,
  isStopped,
  leaseWithdrawal,
  lockWithdrawal,
  postFailed,
  postPaid,
  postponeWithdrawal,
  postReturned,
  setPayout,
  setReturned,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import type { EventHandler } from "./event-effect";
import { classifyStripeFailure, type PaymentsCtx } from "./stripe";
import {
  GIVEN_UP_REASON,
  nextRetryAt,
  REVERSED_REASON,
  refusalReason,
  returnReason,
} from "./withdrawals";

/** Longer than all calls to Stripe in one run can take, including the SDK's retries. */
export const LEASE_MS = 300_000;

/**
 * Sends a withdrawal as far as possible: a transfer to the creator's Stripe account, then a payout
 * to their bank. Idempotent and safe to run concurrently. Throws if the outcome is unknown, so that
 * the job is retried. Checks a held withdrawal, or one of a suspended user, but does not send it.
 */
export async function sendWithdrawal(ctx: PaymentsCtx, withdrawalId: string): Promise<void> {
  const lease = await acquireLease(ctx, withdrawalId);
  if (!lease) return;
  try {
    const { withdrawal, stopped } = lease;
    const sent =
      withdrawal.status === "pending"
        ? await sendTransfer(ctx, withdrawal, { mayMake: !stopped })
        : withdrawal;
    if (sent?.status === "completed" && !sent.payoutId && !stopped) await sendPayout(ctx, sent);
  } finally {
    await endLease(ctx.db.sql, { id: lease.withdrawal.id, until: lease.until });
  }
}

/**
 * Leases the withdrawal: of two concurrent runs one could be refused, which puts the money back,
 * while the other makes the transfer. Returns the row from before the lease: `sendingAt` says
 * whether an earlier run may have sent it. Null if there is nothing to do.
 */
async function acquireLease(
  ctx: PaymentsCtx,
  withdrawalId: string,
): Promise<{ withdrawal: Withdrawal; stopped: boolean; until: Date } | null> {
  return withTx(ctx.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    const at = ctx.now();
    const busy = withdrawal?.retryAt && withdrawal.retryAt > at;
    const done = withdrawal?.status === "failed" || withdrawal?.payoutId;
    if (!withdrawal || busy || done) return null;
    const stopped = await isStopped(tx, withdrawal.id);
    // Stopped withdrawals are only checked, and only if an earlier run may have sent them.
    if (stopped && !withdrawal.sendingAt) return null;
    const until = new Date(at.getTime() + LEASE_MS);
    await leaseWithdrawal(tx, { id: withdrawal.id, at, until });
    return { withdrawal, stopped, until };
  });
}

/**
 * Finds the withdrawal's transfer, or makes it if `mayMake`, and applies it. Returns the updated
 * withdrawal, or null if there is no transfer.
 */
async function sendTransfer(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
  { mayMake }: { mayMake: boolean },
): Promise<Withdrawal | null> {
  const transfer =
    (withdrawal.sendingAt && (await findTransfer(ctx, withdrawal))) ||
    (mayMake ? await makeTransferOrRefund(ctx, withdrawal) : null);
  if (!transfer) return null;
  return withTx(ctx.db, (tx) => applyTransfer(tx, { transfer, at: ctx.now() }));
}

async function makeTransferOrRefund(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
): Promise<Stripe.Transfer | null> {
  try {
    return await makeTransfer(ctx, withdrawal);
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, withdrawalId: withdrawal.id }, "Stripe refused a transfer");
    await settleRefusal(ctx, withdrawal, failure.code);
    return null;
  }
}

/**
 * Postpones the withdrawal if the platform's balance is still on its way from the cards. Any other
 * refusal is final and puts the money back into the earnings, which it locks before the withdrawal.
 */
async function settleRefusal(
  ctx: PaymentsCtx,
  refused: Withdrawal,
  code: string | null,
): Promise<void> {
  const retryAt = code === "balance_insufficient" ? nextRetryAt(refused, ctx.now()) : null;
  await withTx(ctx.db, async (tx) => {
    await lockBalance(tx, { kind: "earnings", ownerId: refused.userId });
    const withdrawal = await lockWithdrawal(tx, refused.id);
    if (withdrawal?.status !== "pending" || withdrawal.attempt !== refused.attempt) return;
    if (retryAt) {
      await postponeWithdrawal(tx, { id: refused.id, attempt: refused.attempt, retryAt });
      return;
    }
    const reason = code === "balance_insufficient" ? GIVEN_UP_REASON : refusalReason(code);
    if (!(await failWithdrawal(tx, { id: refused.id, reason }))) return;
    await postFailed(tx, withdrawal);
    const { id: key, userId, amountMicros } = withdrawal;
    await notify(tx, ctx, withdrawalFailed, { to: [userId], data: { amountMicros, reason }, key });
    await writeAudit(tx, ctx, {
      action: "withdrawal.fail",
      subject: `withdrawal:${refused.id}`,
      reason: code ?? "refused",
    });
  });
}

/**
 * Every parameter comes from the row: Stripe refuses an idempotency key that returns with other
 * parameters.
 */
export function makeTransfer(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Transfer> {
  return ctx.stripe.transfers.create(
    {
      amount: wholeCentsFromMicros(withdrawal.amountMicros),
      currency: "usd",
      destination: withdrawal.stripeAccountId,
      description: "Fairclick earnings",
      transfer_group: transferGroup(withdrawal),
      metadata: { withdrawal_id: withdrawal.id },
    },
    { idempotencyKey: `wd:${withdrawal.id}:transfer:${withdrawal.attempt}` },
  );
}

/**
 * Finds the transfer of an earlier call that got no response, by its group: Stripe forgets
 * idempotency keys after a day but keeps transfers.
 */
async function findTransfer(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
): Promise<Stripe.Transfer | null> {
  const found = await ctx.stripe.transfers.list({
    transfer_group: transferGroup(withdrawal),
    limit: 1,
  });
  return found.data[0] ?? null;
}

function transferGroup(withdrawal: Withdrawal): string {
  return `wd:${withdrawal.id}`;
}

type SeenTransfer = { transfer: Stripe.Transfer; at: Date };

/**
 * Updates a withdrawal from its transfer at Stripe: completed, and returned in part or whole.
 * Idempotent: each posting is made once. Returns null if the transfer is not ours. Throws if
 * Stripe's figures differ from our row.
 */
async function applyTransfer(tx: Tx, { transfer, at }: SeenTransfer): Promise<Withdrawal | null> {
  const id = transfer.metadata.withdrawal_id;
  const withdrawal = id && isUuid(id) ? await lockWithdrawal(tx, id) : null;
  if (!withdrawal) return null;
  assertMatches(transfer, withdrawal);
  const completed = await completeWithdrawal(tx, {
    id: withdrawal.id,
    transferId: transfer.id,
    at,
  });
  if (completed) {
    await postPaid(tx, withdrawal);
    const { id: key, userId, amountMicros } = withdrawal;
    const sent = { to: [userId], data: { amountMicros }, key };
    await notify(tx, { now: () => at }, withdrawalSent, sent);
  }
  const returnedMicros = microsFromCents(transfer.amount_reversed);
  const sent = { ...withdrawal, transferId: transfer.id };
  return returnedMicros > withdrawal.returnedMicros
    ? applyReversal(tx, sent, { transfer, returnedMicros, at })
    : { ...sent, status: withdrawal.status === "pending" ? "completed" : withdrawal.status };
}

/**
 * The money of a withdrawal that failed without a transfer is back in the earnings, so a transfer
 * for it is an alarm.
 */
function assertMatches(transfer: Stripe.Transfer, withdrawal: Withdrawal): void {
  const destination =
    typeof transfer.destination === "string" ? transfer.destination : transfer.destination?.id;
  const matches =
    transfer.currency === "usd" &&
    transfer.livemode === false &&
    microsFromCents(transfer.amount) === withdrawal.amountMicros &&
    destination === withdrawal.stripeAccountId &&
    (withdrawal.transferId ?? transfer.id) === transfer.id &&
    !(withdrawal.status === "failed" && withdrawal.transferId === null);
  if (!matches) {
    throw new Error(`Transfer ${transfer.id} does not match withdrawal ${withdrawal.id}`);
  }
}

async function applyReversal(
  tx: Tx,
  withdrawal: Withdrawal,
  { transfer, returnedMicros, at }: SeenTransfer & { returnedMicros: bigint },
): Promise<Withdrawal> {
  const reason = returnReasonFrom(transfer);
  await setReturned(tx, { id: withdrawal.id, returnedMicros, reason });
  const micros = returnedMicros - withdrawal.returnedMicros;
  await postReturned(tx, withdrawal, { micros, soFarMicros: returnedMicros });
  await notify(tx, { now: () => at }, withdrawalFailed, {
    to: [withdrawal.userId],
    data: { amountMicros: micros, reason },
    key: `${withdrawal.id}:${returnedMicros}`,
  });
  const status = returnedMicros === withdrawal.amountMicros ? "failed" : "completed";
  return { ...withdrawal, status, returnedMicros, failureReason: reason };
}

/** Reads the reason from the metadata of our own reversal, where the webhook finds it too. */
function returnReasonFrom(transfer: Stripe.Transfer): string {
  const reasons = transfer.reversals.data.map((reversal) => reversal.metadata?.reason);
  return reasons.find((reason) => reason) ?? REVERSED_REASON;
}

const RETRY_AFTER_MS = 3_600_000;

/**
 * Reverses a whole transfer because its payout failed, and returns the updated transfer. Throws if
 * Stripe refuses, for example because the account has spent the money: the sweep retries every
 * hour, and the error log calls for an operator.
 */
async function reverseTransfer(
  ctx: PaymentsCtx,
  withdrawal: Pick<Withdrawal, "id" | "attempt">,
  { transferId, reason }: { transferId: string; reason: string },
): Promise<Stripe.Transfer> {
  const transfer = await ctx.stripe.transfers.retrieve(transferId);
  if (transfer.reversed) return transfer;
  const { id, attempt } = withdrawal;
  try {
    await ctx.stripe.transfers.createReversal(
      transferId,
      { metadata: { withdrawal_id: id, reason } },
      { idempotencyKey: `wd:${id}:return:${attempt}` },
    );
  } catch (error) {
    if (classifyStripeFailure(error).kind === "refused") {
      const retryAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS);
      await postponeWithdrawal(ctx.db.sql, { id, attempt, retryAt });
    }
    throw error;
  }
  return ctx.stripe.transfers.retrieve(transferId);
}

/**
 * Pays the transferred money out to the creator's bank. If Stripe refuses for good, the transfer is
 * reversed.
 */
async function sendPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<void> {
  const payout = (await findPayout(ctx, withdrawal)) ?? (await createOrSettle(ctx, withdrawal));
  if (payout) await setPayout(ctx.db.sql, { id: withdrawal.id, payoutId: payout.id });
}

async function createOrSettle(ctx: PaymentsCtx, withdrawal: Withdrawal) {
  try {
    return await createPayout(ctx, withdrawal);
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, withdrawalId: withdrawal.id }, "Stripe refused a payout");
    await settlePayoutRefusal(ctx, withdrawal, failure.code);
    return null;
  }
}

async function settlePayoutRefusal(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
  code: string | null,
): Promise<void> {
  const { id, attempt, transferId } = withdrawal;
  const retryAt = code === "balance_insufficient" ? nextRetryAt(withdrawal, ctx.now()) : null;
  if (retryAt) {
    await postponeWithdrawal(ctx.db.sql, { id, attempt, retryAt });
    return;
  }
  if (!transferId) throw new Error(`Withdrawal ${id} is completed without a transfer`);
  const reason = returnReason(code);
  const transfer = await reverseTransfer(ctx, withdrawal, { transferId, reason });
  await withTx(ctx.db, (tx) => applyTransfer(tx, { transfer, at: ctx.now() }));
}

/** Creates the payout from the creator's Stripe account to their bank. */
async function createPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Payout> {
  return ctx.stripe.payouts.create(
    {
      ...(await readArrived(ctx, withdrawal)),
      metadata: { withdrawal_id: withdrawal.id },
    },
    {
      stripeAccount: withdrawal.stripeAccountId,
      idempotencyKey: `wd:${withdrawal.id}:payout:${withdrawal.attempt}`,
    },
  );
}

type Arrived = { amount: number; currency: string };

/**
 * Returns what arrived in the creator's Stripe account: abroad, Stripe has converted the dollars of
 * the transfer. In minor units of the currency.
 */
async function readArrived(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Arrived> {
  const { id, amountMicros, currency, stripeAccountId, transferId } = withdrawal;
  if (currency === HOME_CURRENCY) return { amount: wholeCentsFromMicros(amountMicros), currency };
  if (!transferId) throw new Error(`Withdrawal ${id} is completed without a transfer`);
  const { destination_payment: payment } = await ctx.stripe.transfers.retrieve(transferId);
  const paymentId = typeof payment === "string" ? payment : payment?.id;
  if (!paymentId) throw new Error(`Transfer ${transferId} has no payment in its account`);
  const { balance_transaction: booked } = await ctx.stripe.charges.retrieve(
    paymentId,
    { expand: ["balance_transaction"] },
    { stripeAccount: stripeAccountId },
  );
  if (!booked || typeof booked === "string") {
    throw new Error(`Payment ${paymentId} is not booked`);
  }
  return { amount: booked.net, currency: booked.currency };
}

/** Finds the payout of an earlier call that got no response. */
async function findPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Payout | null> {
  const latest = await ctx.stripe.payouts.list(
    { limit: 100 },
    { stripeAccount: withdrawal.stripeAccountId },
  );
  return latest.data.find((p) => p.metadata?.withdrawal_id === withdrawal.id) ?? null;
}

export const onTransfer: EventHandler = async (ctx, { objectId }) => {
  const transfer = await ctx.stripe.transfers.retrieve(objectId);
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};

/**
 * Reverses the transfer of a failed payout, and reports a paid one. A payout can fail even after it was paid; its money is
 * then in the creator's Stripe account.
 */
export const onPayout: EventHandler = async (ctx, { objectId, account }) => {
  if (!account) return null;
  const payout = await ctx.stripe.payouts.retrieve(objectId, {}, { stripeAccount: account });
  const failed = payout.status === "failed" || payout.status === "canceled";
  const id = payout.metadata?.withdrawal_id;
  if (!(failed || payout.status === "paid") || !id || !isUuid(id)) return null;
  const withdrawal = await findWithdrawal(ctx.db.sql, id);
  if (!withdrawal?.transferId || withdrawal.stripeAccountId !== account) return null;
  if (!failed) return (tx) => notifyArrived(ctx, tx, withdrawal);
  const transfer = await reverseTransfer(ctx, withdrawal, {
    transferId: withdrawal.transferId,
    reason: returnReason(payout.failure_code),
  });
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};

/** A payout that failed in the meantime is reported as failed only. */
async function notifyArrived(ctx: Ctx, tx: Tx, { id }: Withdrawal): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.status !== "completed" || withdrawal.returnedMicros > 0n) return;
  const { userId, amountMicros } = withdrawal;
  await notify(tx, ctx, withdrawalArrived, { to: [userId], data: { amountMicros }, key: id });
}
