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
import { getBalance } from "@fairclick/sql/money/ledger";
import { findOutflow, lockOutflow, postpone, type Withdrawal } from "@fairclick/sql/money/outflows";
import {
  completeWithdrawal,
  postPaid,
  postReturned,
  setPayout,
  setReturned,
} from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { STOPPED_REASON } from "../clicks/reversals";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { findRetryAt, makeOrSettle, settleRefusal, withLease } from "./outflows";
import { classifyStripeFailure, type EventHandler, type PaymentsCtx } from "./stripe";
import { REVERSED_REASON, receiptFacts, returnReason, withdrawalWay } from "./withdrawals";

/**
 * Sends a withdrawal as far as possible: a transfer to the creator's Stripe account, then a payout
 * to their bank. Idempotent and safe to run concurrently. Throws if the outcome is unknown, so that
 * the job is retried. Checks a held withdrawal, or one of a suspended user, but does not send it. A
 * transfer without a payout of somebody who owes is taken back.
 */
export async function sendWithdrawal(ctx: PaymentsCtx, withdrawalId: string): Promise<void> {
  await withLease(ctx, { ...withdrawalWay, id: withdrawalId }, async (withdrawal, { stopped }) => {
    const sent =
      withdrawal.status === "pending"
        ? await sendTransfer(ctx, withdrawal, { mayMake: !stopped })
        : withdrawal;
    if (sent?.status !== "completed" || sent.payoutId) return;
    const debt = { kind: "debt", ownerId: sent.userId } as const;
    const owes = (await getBalance(ctx.db.sql, debt)) < 0n;
    if (owes || !stopped) await sendPayout(ctx, sent, owes);
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
    (mayMake ? await makeOrSettleTransfer(ctx, withdrawal) : null);
  if (!transfer) return null;
  return withTx(ctx.db, (tx) => applyTransfer(tx, { transfer, at: ctx.now() }));
}

function makeOrSettleTransfer(ctx: PaymentsCtx, refused: Withdrawal) {
  return makeOrSettle(ctx, refused.id, {
    what: "a transfer",
    make: () => makeTransfer(ctx, refused),
    settle: (code) => settleRefusal(ctx, withdrawalWay, { refused, code }),
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
  const withdrawal = id && isUuid(id) ? await lockOutflow(tx, "withdrawal", id) : null;
  if (!withdrawal) return null;
  assertMatches(transfer, withdrawal);
  const completed = await completeWithdrawal(tx, {
    id: withdrawal.id,
    transferId: transfer.id,
    at,
  });
  if (completed) {
    await postPaid(tx, withdrawal);
    const { id: key, userId } = withdrawal;
    const sent = { to: [userId], data: receiptFacts(withdrawal), key };
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
      await postpone(ctx.db.sql, "withdrawal", { id, attempt, retryAt });
    }
    throw error;
  }
  return ctx.stripe.transfers.retrieve(transferId);
}

/**
 * Pays the transferred money out to the creator's bank. If Stripe refuses for good, or its owner owes
 * by now, the transfer is reversed: what is returned pays the debt.
 */
async function sendPayout(ctx: PaymentsCtx, withdrawal: Withdrawal, owes: boolean): Promise<void> {
  const made = await findPayout(ctx, withdrawal);
  if (!made && owes) return takeBack(ctx, withdrawal, STOPPED_REASON);
  const payout = made ?? (await makeOrSettlePayout(ctx, withdrawal));
  if (payout) await setPayout(ctx.db.sql, { id: withdrawal.id, payoutId: payout.id });
}

function makeOrSettlePayout(ctx: PaymentsCtx, withdrawal: Withdrawal) {
  return makeOrSettle(ctx, withdrawal.id, {
    what: "a payout",
    make: () => createPayout(ctx, withdrawal),
    settle: (code) => settlePayoutRefusal(ctx, withdrawal, code),
  });
}

async function settlePayoutRefusal(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
  code: string | null,
): Promise<void> {
  const { id, attempt } = withdrawal;
  const retryAt = findRetryAt(withdrawal, code, ctx.now());
  if (retryAt) await postpone(ctx.db.sql, "withdrawal", { id, attempt, retryAt });
  else await takeBack(ctx, withdrawal, returnReason(code));
}

async function takeBack(ctx: PaymentsCtx, withdrawal: Withdrawal, reason: string): Promise<void> {
  const { id, transferId } = withdrawal;
  if (!transferId) throw new Error(`Withdrawal ${id} is completed without a transfer`);
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
  const withdrawal = await findOutflow(ctx.db.sql, "withdrawal", id);
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
  const withdrawal = await lockOutflow(tx, "withdrawal", id);
  if (withdrawal?.status !== "completed" || withdrawal.returnedMicros > 0n) return;
  const data = receiptFacts(withdrawal);
  await notify(tx, ctx, withdrawalArrived, { to: [withdrawal.userId], data, key: id });
}
