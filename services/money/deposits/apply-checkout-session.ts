import { microsFromCents } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import { findProof } from "@fairclick/core/money/lots";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import { type LockedCampaignRow, lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import type { Tx } from "@fairclick/sql/db/client";
import {
  completeDeposit,
  type Deposit,
  failDeposit,
  findCardKnownSince,
  lockDeposit,
  setLaunch,
} from "@fairclick/sql/money/deposits";
import { proveLot } from "@fairclick/sql/money/earnings";
import { postTransaction } from "@fairclick/sql/money/ledger";
import { keepDepositPlaces } from "@fairclick/sql/money/payout-holds";
import type Stripe from "stripe";
import { launchPaidCampaign } from "../../campaigns/launch-paid-campaign";
import { notify } from "../../notices/notify";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { readCard } from "./read-card";

/**
 * Updates a deposit from its Checkout Session. Idempotent: the ledger's key is the session id.
 * A deposit that is made to launch a campaign launches it in the same transaction.
 * Returns null if the session is not ours, for example if another program uses the same Stripe
 * account. Throws if Stripe's figures differ from our row.
 */
export async function applyCheckoutSession(
  tx: Tx,
  ctx: PaymentsCtx,
  session: Stripe.Checkout.Session,
): Promise<Deposit | null> {
  const id = session.metadata?.deposit_id;
  const deposit = id && isUuid(id) ? await lockDeposit(tx, id) : null;
  if (!deposit || deposit.status === "completed") return deposit;
  if (session.payment_status === "paid") return credit(tx, ctx, { deposit, session });
  const reason = failureReason(session);
  if (!reason || !(await failDeposit(tx, { id: deposit.id, reason }))) return deposit;
  return { ...deposit, status: "failed", failureReason: reason };
}

type Paid = { deposit: Deposit; session: Stripe.Checkout.Session };

async function credit(tx: Tx, ctx: PaymentsCtx, { deposit, session }: Paid): Promise<Deposit> {
  assertMatches(session, deposit);
  const at = ctx.now();
  const { id, userId, amountMicros } = deposit;
  const campaign = await lockWaitingCampaign(tx, deposit);
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
  const data = { amountMicros, campaign: campaign?.name };
  await notify(tx, ctx, depositArrived, { to: [userId], data, key: id });
  const completed = { ...deposit, status: "completed", failureReason: null } as const;
  const launch = campaign && (await launchFor(tx, ctx, { campaign, deposit }));
  return { ...completed, checkoutSessionId: session.id, ...launch };
}

/** Locks the campaign before the wallet, as funding does: the other order can deadlock. */
async function lockWaitingCampaign(
  tx: Tx,
  { campaignId }: Deposit,
): Promise<LockedCampaignRow | null> {
  if (campaignId === null) return null;
  await lockOutDecisions(tx);
  return lockCampaign(tx, campaignId);
}

type Launch = { campaign: LockedCampaignRow; deposit: Deposit };

async function launchFor(tx: Tx, ctx: PaymentsCtx, { campaign, deposit }: Launch) {
  const { id, userId: payerId } = deposit;
  const { reviewTerms: terms } = ctx;
  const paid = { campaign, payerId, depositId: id, terms };
  const launchRefusal = await launchPaidCampaign(tx, ctx, paid);
  const outcome = { launchedAt: launchRefusal === null ? ctx.now() : null, launchRefusal };
  await setLaunch(tx, { id, ...outcome });
  return outcome;
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
  if (session.status === "expired")
    return stored`The payment page expired before anything was paid.`;
  const intent = session.payment_intent;
  const declined =
    session.status === "complete" &&
    intent !== null &&
    typeof intent !== "string" &&
    (intent.status === "requires_payment_method" || intent.status === "canceled");
  return declined ? stored`The payment did not go through.` : null;
}

function referenceId(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
