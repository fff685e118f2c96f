import { isUuid } from "@fairclick/core/ids";
import { microsFromCents } from "@fairclick/core/money/micros";
import type { Tx } from "@fairclick/sql/db/client";
import {
  completeWithdrawal,
  lockWithdrawal,
  setReturned,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { postPaid, postReturned } from "./post-withdrawal";
import { TAKEN_BACK_REASON } from "./refusal-reasons";

export type SeenTransfer = { transfer: Stripe.Transfer; at: Date };

/**
 * Brings a withdrawal to where its transfer is at Stripe: sent, and taken back in part or whole.
 * Every look at the same transfer leads to the same postings, each made once. Gives null when the
 * transfer is none of ours. Throws when Stripe's figures are not our row's.
 */
export async function applyTransfer(
  tx: Tx,
  { transfer, at }: SeenTransfer,
): Promise<Withdrawal | null> {
  const id = transfer.metadata.withdrawal_id;
  const withdrawal = id && isUuid(id) ? await lockWithdrawal(tx, id) : null;
  if (!withdrawal) return null;
  assertMatches(transfer, withdrawal);
  if (withdrawal.status === "pending") {
    await completeWithdrawal(tx, { id: withdrawal.id, transferId: transfer.id, at });
    await postPaid(tx, withdrawal);
  }
  const returnedMicros = microsFromCents(transfer.amount_reversed);
  const sent = { ...withdrawal, transferId: transfer.id };
  return returnedMicros > withdrawal.returnedMicros
    ? putBack(tx, sent, { transfer, returnedMicros })
    : { ...sent, status: withdrawal.status === "pending" ? "completed" : withdrawal.status };
}

/** A withdrawal that failed without a transfer has been put back already: one that turns up now is an alarm. */
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

async function putBack(
  tx: Tx,
  withdrawal: Withdrawal,
  { transfer, returnedMicros }: { transfer: Stripe.Transfer; returnedMicros: bigint },
): Promise<Withdrawal> {
  const reason = reasonOf(transfer);
  await setReturned(tx, { id: withdrawal.id, returnedMicros, reason });
  await postReturned(tx, withdrawal, {
    micros: returnedMicros - withdrawal.returnedMicros,
    soFarMicros: returnedMicros,
  });
  const status = returnedMicros === withdrawal.amountMicros ? "failed" : "completed";
  return { ...withdrawal, status, returnedMicros, failureReason: reason };
}

/** Whoever takes a transfer back for us writes down why, where the webhook finds it as well. */
function reasonOf(transfer: Stripe.Transfer): string {
  const reasons = transfer.reversals.data.map((reversal) => reversal.metadata?.reason);
  return reasons.find((reason) => reason) ?? TAKEN_BACK_REASON;
}
