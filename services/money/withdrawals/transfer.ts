import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { withdrawalFailed, withdrawalSent } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  completeWithdrawal,
  failWithdrawal,
  lockWithdrawal,
  postponeWithdrawal,
  setReturned,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";
import { postFailed, postPaid, postReturned } from "./postings";
import { GIVEN_UP_REASON, nextRetryAt, REVERSED_REASON, refusalReason } from "./stripe-refusals";

/**
 * Finds the withdrawal's transfer, or makes it if `mayMake`, and applies it. Returns the updated
 * withdrawal, or null if there is no transfer.
 */
export async function sendTransfer(
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
export async function applyTransfer(
  tx: Tx,
  { transfer, at }: SeenTransfer,
): Promise<Withdrawal | null> {
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
export async function reverseTransfer(
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
