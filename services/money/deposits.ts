import {
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromCents,
  wholeCentsFromMicros,
} from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type DepositId, isUuid, type UserId } from "@fairclick/core/ids";
import { stored, t } from "@fairclick/core/language/t";
import { DAILY_DEPOSIT_DOLLARS } from "@fairclick/core/money/deposits";
import { findKnownBefore, findProof } from "@fairclick/core/money/lots";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import { type LockedCampaignRow, lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type Card,
  completeDeposit,
  type Deposit,
  type DepositPurpose,
  failDeposit,
  findOwnDeposit,
  findOwnInvoice,
  insertDeposit,
  lockDeposit,
  readCardHistory,
  readDepositFacts,
  setCheckoutSession,
  setFunding,
} from "@fairclick/sql/money/deposits";
import { proveLot, unproveCard } from "@fairclick/sql/money/earnings";
import {
  getBalance,
  getUnpaidLosses,
  lockBalance,
  postTransaction,
} from "@fairclick/sql/money/ledger";
import { keepDepositPlaces } from "@fairclick/sql/money/payout-holds";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import { requireNoCooldown } from "../accounts/recovery-cooldown";
import { refuseAddition, refuseDisputed } from "../campaigns/budget";
import { fundPaidCampaign } from "../campaigns/create-campaign";
import { getOwnCampaign } from "../campaigns/read-campaigns";
import { showPauseReason } from "../campaigns/stop-campaign";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { withCustomer } from "./onboarding";
import { callStripe, classifyStripeFailure, type PaymentsCtx } from "./stripe";

/** Long enough to pay; short enough that abandoned deposits do not stay pending for a day. */
const OPEN_FOR_SECONDS = 3_600;

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** The campaign to fund when the money arrives. */
  campaignId?: CampaignId | undefined;
  /** What to add to the budget of that campaign; without it, the payment launches the campaign. */
  addedMicros?: bigint | undefined;
};

/**
 * Creates a deposit and opens Stripe's payment page for it. Nothing is credited until Stripe
 * reports the payment.
 */
export async function createCheckout(
  ctx: PaymentsCtx,
  { amountCents, requestId, ...given }: Input,
): Promise<{ id: string; url: string }> {
  const purpose = { campaignId: given.campaignId ?? null, addedMicros: given.addedMicros ?? null };
  await refuseUnfundable(ctx, { ...purpose, amountCents });
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const deposit = await withTx(ctx.db, async (tx) => {
    const { id: userId } = user;
    const amountMicros = microsFromCents(amountCents);
    const request = { userId, amountMicros, requestId: requestId ?? null, at: ctx.now() };
    await refuseAboveLimit(tx, request);
    const id = asId<DepositId>(Bun.randomUUIDv7());
    return insertDeposit(tx, { ...request, ...purpose, id });
  });
  assertSameRequest(deposit, { ...purpose, amountCents });
  const session = await callStripe(ctx, t`Failed to start payment process. Please try again.`, () =>
    closingWhenRefused(ctx, deposit, () =>
      withCustomer(ctx, user, (customerId) => openSession(ctx, deposit, customerId)),
    ),
  );
  if (!session.url)
    throw new AppError("unavailable", t`Failed to create a valid checkout session.`);
  await setCheckoutSession(ctx.db.sql, { id: deposit.id, sessionId: session.id });
  return { id: session.id, url: session.url };
}

const DAY_MS = 86_400_000;

type Requested = { userId: UserId; amountMicros: bigint; requestId: string | null; at: Date };

/** The wallet's lock keeps concurrent requests from exceeding the limit together. Throws `conflict`. */
async function refuseAboveLimit(tx: Tx, { amountMicros, at, ...request }: Requested) {
  await lockBalance(tx, { kind: "wallet", ownerId: request.userId });
  const since = new Date(at.getTime() - DAY_MS);
  const openSince = new Date(at.getTime() - OPEN_FOR_SECONDS * 1_000);
  const facts = await readDepositFacts(tx, { ...request, since, openSince });
  const { depositedMicros, spentMicros } = facts;
  const limitMicros = microsFromCents(DAILY_DEPOSIT_DOLLARS * 100) + spentMicros;
  if (depositedMicros + amountMicros <= limitMicros) return;
  const limit = formatExactDollars(limitMicros - (limitMicros % MICROS_PER_CENT));
  throw new AppError(
    "conflict",
    depositedMicros === 0n
      ? t`You can add at most ${limit} within 24 hours. The limit grows with what your campaigns pay creators.`
      : t`You can add at most ${limit} within 24 hours, and ${formatExactDollars(depositedMicros)} of it is paid or on an open payment page. The limit grows with what your campaigns pay creators.`,
  );
}

type Paying = DepositPurpose & { amountCents: number };

function assertSameRequest(deposit: Deposit, { amountCents, campaignId, addedMicros }: Paying) {
  if (wholeCentsFromMicros(deposit.amountMicros) !== amountCents) {
    throw new AppError("conflict", t`This request was already made with another amount.`);
  }
  if (deposit.campaignId !== campaignId || deposit.addedMicros !== addedMicros) {
    throw new AppError("conflict", t`This request was already made for another campaign.`);
  }
  if (deposit.status !== "pending") {
    throw new AppError(
      "conflict",
      t`This payment has already come to its end. Please start again.`,
    );
  }
}

async function closingWhenRefused<Answer>(
  ctx: PaymentsCtx,
  deposit: Deposit,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (classifyStripeFailure(error).kind === "refused") {
      const reason = stored`The payment page could not be opened.`;
      await failDeposit(ctx.db.sql, { id: deposit.id, reason });
    }
    throw error;
  }
}

/**
 * Every parameter comes from the row: Stripe refuses an idempotency key that returns with other
 * parameters.
 */
function openSession(ctx: PaymentsCtx, deposit: Deposit, customer: string) {
  const metadata = { deposit_id: deposit.id };
  const page = deposit.campaignId ? `campaigns/${deposit.campaignId}` : "payments";
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    customer,
    client_reference_id: deposit.userId,
    metadata,
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    payment_intent_data: {
      metadata,
      description: "Fairclick wallet",
      // Not asynchronously: only then is Stripe's fee known when the payment arrives.
      capture_method: "automatic",
    },
    // With 3-D Secure the bank answers for fraud, and creators do not wait for the money to age.
    payment_method_options: { card: { request_three_d_secure: "any" } },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: wholeCentsFromMicros(deposit.amountMicros),
          product_data: { name: "Fairclick wallet" },
        },
      },
    ],
    success_url: `${ctx.appUrl}/app/payments/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ctx.appUrl}/app/${page}`,
    expires_at: Math.floor(deposit.createdAt.getTime() / 1_000) + OPEN_FOR_SECONDS,
  };
  const idempotencyKey = `deposit:${deposit.id}:${customer}`;
  return ctx.stripe.checkout.sessions.create(params, { idempotencyKey });
}

/**
 * Checks before anything is paid that a payment can fund the caller's campaign. Throws `not_found`,
 * `forbidden`, `conflict`, `validation` or `insufficient_funds`.
 */
async function refuseUnfundable(
  ctx: Ctx,
  { campaignId, addedMicros, amountCents }: Paying,
): Promise<void> {
  if (campaignId === null) return;
  const campaign = await getOwnCampaign(ctx, campaignId);
  const { developerId, status, budgetMicros, forcedPauseReason } = campaign;
  if (addedMicros !== null) refuseAddition(campaign, addedMicros, ctx.now());
  else if (status !== "AWAITING_FUNDS") {
    throw new AppError("conflict", t`This campaign does not wait for funds any more.`);
  }
  if (forcedPauseReason !== null) {
    throw new AppError(
      "forbidden",
      t`Fairclick paused this campaign: ${showPauseReason(forcedPauseReason)}`,
    );
  }
  await refuseDisputed(ctx.db.sql, { developerId, at: ctx.now() });
  await requireNoCooldown(ctx.db.sql, { userId: developerId, at: ctx.now() });
  const walletMicros = await getBalance(ctx.db.sql, { kind: "wallet", ownerId: developerId });
  const owedMicros = await getUnpaidLosses(ctx.db.sql, developerId);
  const neededMicros =
    (addedMicros ?? budgetMicros) + (owedMicros > 0n ? owedMicros : 0n) - walletMicros;
  const missingMicros = neededMicros - microsFromCents(amountCents);
  if (missingMicros <= 0n) return;
  const missing = formatExactDollars(missingMicros);
  throw new AppError(
    "insufficient_funds",
    owedMicros > 0n
      ? t`This payment is ${missing} short of the budget and the ${formatExactDollars(owedMicros)} that you owe.`
      : t`This payment is ${missing} short of the budget.`,
  );
}

const sessionPattern = /^cs_\w{1,250}$/;

/**
 * Credits a paid deposit when the success page asks, if the webhook has not done so yet. Throws
 * `not_found`.
 */
export async function confirmDeposit(ctx: PaymentsCtx, sessionId: string): Promise<Deposit> {
  const userId = requireUser(ctx);
  const deposit = sessionPattern.test(sessionId)
    ? await findOwnDeposit(ctx.db.sql, { userId, sessionId })
    : null;
  if (!deposit) throw new AppError("not_found", t`There is no such payment.`);
  if (deposit.status === "completed") return deposit;
  const fulfilled = await callStripe(
    ctx,
    t`Failed to connect to Stripe. Please try again later.`,
    () => fulfilDeposit(ctx, sessionId),
  );
  return fulfilled ?? deposit;
}

/** What `applyCheckoutSession` reads of a session beside its own fields. */
export const EXPANDED_PAYMENT = "payment_intent.latest_charge.balance_transaction";

/** Retrieves the current session from Stripe; the copy inside an event may be out of date. */
export function retrieveSession(
  ctx: PaymentsCtx,
  sessionId: string,
): Promise<Stripe.Checkout.Session> {
  return ctx.stripe.checkout.sessions.retrieve(sessionId, {
    expand: [EXPANDED_PAYMENT],
  });
}

/** Retrieves a session and credits or fails its deposit. Null if the session is not ours. */
export async function fulfilDeposit(ctx: PaymentsCtx, sessionId: string): Promise<Deposit | null> {
  const session = await retrieveSession(ctx, sessionId);
  return withTx(ctx.db, (tx) => applyCheckoutSession(tx, ctx, session));
}

/**
 * Updates a deposit from its Checkout Session. Idempotent: the ledger's key is the session id.
 * A deposit that is made for a campaign funds it in the same transaction.
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
  const charge = readCharge(session);
  const card = readCard(charge);
  await completeDeposit(tx, {
    id,
    sessionId: session.id,
    paymentIntentId: referenceId(session.payment_intent),
    invoiceId: referenceId(session.invoice),
    card,
    stripeFeeMicros: readStripeFee(charge),
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
  await keepDepositPlaces(tx, { userId, at });
  if (card) await proveByCard(tx, { deposit, card, at });
  const data = { amountMicros, campaign: campaign?.name };
  await notify(tx, ctx, depositArrived, { to: [userId], data, key: id });
  const completed = { ...deposit, status: "completed", failureReason: null } as const;
  const funding = campaign && (await fundBy(tx, ctx, { campaign, deposit }));
  return { ...completed, checkoutSessionId: session.id, ...funding };
}

/**
 * Records what proves a deposit that a card paid. Call it with the deposit posted: the wallet's lock
 * keeps two payments with one card from proving themselves by the same history.
 */
async function proveByCard(
  tx: Tx,
  { deposit, card, at }: { deposit: Deposit; card: PaidCard; at: Date },
): Promise<void> {
  const { id, userId, amountMicros } = deposit;
  const history = await readCardHistory(tx, { userId, card, knownBefore: findKnownBefore(at) });
  const { authenticated } = card;
  const provedBy = findProof({ authenticated, amountMicros, card: history });
  if (provedBy) await proveLot(tx, { reference: `deposit:${id}`, provedBy });
  await unproveCard(tx, { depositId: id, ifShared: true });
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

type PaidFunding = { campaign: LockedCampaignRow; deposit: Deposit };

async function fundBy(tx: Tx, ctx: PaymentsCtx, { campaign, deposit }: PaidFunding) {
  const { reviewTerms: terms } = ctx;
  const fundingRefusal = await fundPaidCampaign(tx, ctx, { campaign, deposit, terms });
  const outcome = { fundedAt: fundingRefusal === null ? ctx.now() : null, fundingRefusal };
  await setFunding(tx, { id: deposit.id, ...outcome });
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

/** Returns the campaign that the caller's deposit funds, and what happened to it; null if none. */
export async function getFunding(ctx: Ctx, deposit: Deposit) {
  const { campaignId, addedMicros, fundedAt, fundingRefusal: refusal } = deposit;
  if (campaignId === null) return null;
  const { name, status } = await getOwnCampaign(ctx, campaignId);
  return { campaignId, name, status, added: addedMicros, funded: fundedAt !== null, refusal };
}

/**
 * Returns the address of Stripe's page with the invoice and receipt of the caller's deposit. It is
 * read each time, because these addresses expire. Throws `not_found`.
 */
export async function getReceipt(ctx: PaymentsCtx, id: string): Promise<{ url: string }> {
  const userId = requireUser(ctx);
  const invoiceId = isUuid(id) ? await findOwnInvoice(ctx.db.sql, { userId, id }) : null;
  if (!invoiceId) throw new AppError("not_found", t`There is no receipt of this payment.`);
  const failure = t`Failed to open the receipt. Please try again later.`;
  const invoice = await callStripe(ctx, failure, () => ctx.stripe.invoices.retrieve(invoiceId));
  if (!invoice.hosted_invoice_url) throw new AppError("unavailable", failure);
  return { url: invoice.hosted_invoice_url };
}

type PaidCard = Card & { authenticated: boolean };

/** Returns the charge of a paid session; null if it is not expanded. */
function readCharge({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = typeof intent === "string" ? null : intent?.latest_charge;
  return typeof charge === "string" ? null : (charge ?? null);
}

/** Returns what Stripe charged for a payment; null if it does not say so yet. */
function readStripeFee(charge: Stripe.Charge | null): bigint | null {
  const booked = charge?.balance_transaction;
  return booked && typeof booked !== "string" ? microsFromCents(booked.fee) : null;
}

/**
 * Reads the card of a charge. `authenticated` is true if 3-D Secure checked the owner, so that the bank
 * answers for fraud. Null if it was not paid by card, or Stripe does not name the card.
 */
function readCard(charge: Stripe.Charge | null): PaidCard | null {
  const card = charge?.payment_method_details?.card;
  if (!card?.fingerprint) return null;
  return {
    fingerprint: card.fingerprint,
    brand: card.brand,
    last4: card.last4,
    authenticated: card.three_d_secure?.result === "authenticated",
  };
}
