import { isUuid } from "@fairclick/core/ids";
import { findProof } from "@fairclick/core/money/lot-terms";
import { microsFromCents } from "@fairclick/core/money/micros";
import { depositArrived, depositFailed } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import {
  completeDeposit,
  type Deposit,
  failDeposit,
  findCardKnownSince,
  lockDeposit,
} from "@fairclick/sql/money/deposits";
import { postTransaction } from "@fairclick/sql/money/ledger";
import { proveLot } from "@fairclick/sql/money/lots";
import { keepDepositPlaces } from "@fairclick/sql/money/shared-with-payers";
import type Stripe from "stripe";
import { notify } from "../../notices/notify";
import { readCard } from "./read-card";

export type SeenSession = { session: Stripe.Checkout.Session; at: Date };

/**
 * Updates a deposit from its Checkout Session. Idempotent: the ledger's key is the session id.
 * Returns null if the session is not ours, for example if another program uses the same Stripe
 * account. Throws if Stripe's figures differ from our row.
 */
export async function applyCheckoutSession(
  tx: Tx,
  { session, at }: SeenSession,
): Promise<Deposit | null> {
  const id = session.metadata?.deposit_id;
  const deposit = id && isUuid(id) ? await lockDeposit(tx, id) : null;
  if (!deposit || deposit.status === "completed") return deposit;
  if (session.payment_status === "paid") return credit(tx, deposit, { session, at });
  const reason = failureReason(session);
  if (!reason || !(await failDeposit(tx, { id: deposit.id, reason }))) return deposit;
  const { userId, amountMicros } = deposit;
  await notify(tx, { now: () => at }, depositFailed, {
    to: [userId],
    data: { amountMicros, reason },
    key: deposit.id,
  });
  return { ...deposit, status: "failed", failureReason: reason };
}

async function credit(tx: Tx, deposit: Deposit, { session, at }: SeenSession): Promise<Deposit> {
  assertMatches(session, deposit);
  const { id, userId, amountMicros } = deposit;
  const card = readCard(session.payment_intent);
  const knownSince = card && (await findCardKnownSince(tx, { userId, card }));
  await completeDeposit(tx, {
    id,
    sessionId: session.id,
    paymentIntentId: referenceId(session.payment_intent),
    invoiceId: referenceId(session.invoice),
    card,
    at,
  });
  await postTransaction(tx, {
    kind: "deposit",
    idempotencyKey: `stripe:cs:${session.id}`,
    reference: `deposit:${id}`,
    entries: [
      { account: { kind: "stripe_clearing" }, micros: -amountMicros },
      { account: { kind: "wallet", ownerId: userId }, micros: amountMicros },
    ],
  });
  const proof = findProof({ authenticated: card?.authenticated ?? false, knownSince, at });
  await keepDepositPlaces(tx, { userId, at });
  if (proof) await proveLot(tx, { reference: `deposit:${id}`, provedBy: proof });
  await notify(tx, { now: () => at }, depositArrived, {
    to: [userId],
    data: { amountMicros },
    key: id,
  });
  return { ...deposit, status: "completed", checkoutSessionId: session.id, failureReason: null };
}

function assertMatches(session: Stripe.Checkout.Session, deposit: Deposit): void {
  const matches =
    session.mode === "payment" &&
    session.livemode === false &&
    session.currency === "usd" &&
    session.amount_total !== null &&
    microsFromCents(session.amount_total) === deposit.amountMicros &&
    session.client_reference_id === deposit.userId &&
    (deposit.checkoutSessionId ?? session.id) === session.id;
  if (!matches) throw new Error(`Session ${session.id} does not match deposit ${deposit.id}`);
}

/** Why an unpaid session can no longer be paid; null while it still can. */
function failureReason(session: Stripe.Checkout.Session): string | null {
  if (session.status === "expired") return "The payment page expired before anything was paid.";
  const intent = session.payment_intent;
  const declined =
    session.status === "complete" &&
    intent !== null &&
    typeof intent !== "string" &&
    (intent.status === "requires_payment_method" || intent.status === "canceled");
  return declined ? "The payment did not go through." : null;
}

function referenceId(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
