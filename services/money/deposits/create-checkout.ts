import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type DepositId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import { t } from "@fairclick/core/language/t";
import {
  type Deposit,
  failDeposit,
  insertDeposit,
  setCheckoutSession,
} from "@fairclick/sql/money/deposits";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";
import { withCustomer } from "../stripe/with-customer";
import { refuseUnlaunchable } from "./refuse-unlaunchable";

/** Long enough to pay; short enough that abandoned deposits do not stay pending for a day. */
const OPEN_FOR_SECONDS = 3_600;

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** The campaign to launch when the money arrives. */
  campaignId?: CampaignId | undefined;
};

/**
 * Creates a deposit and opens Stripe's payment page for it. Nothing is credited until Stripe
 * reports the payment.
 */
export async function createCheckout(
  ctx: PaymentsCtx,
  { amountCents, requestId, campaignId }: Input,
): Promise<{ id: string; url: string }> {
  if (campaignId) await refuseUnlaunchable(ctx, { campaignId, amountCents });
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const deposit = await insertDeposit(ctx.db.sql, {
    id: asId<DepositId>(Bun.randomUUIDv7()),
    userId: user.id,
    amountMicros: microsFromCents(amountCents),
    requestId: requestId ?? null,
    campaignId: campaignId ?? null,
    at: ctx.now(),
  });
  assertSameRequest(deposit, { amountCents, campaignId });
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

function assertSameRequest(deposit: Deposit, { amountCents, campaignId }: Input): void {
  if (wholeCentsFromMicros(deposit.amountMicros) !== amountCents) {
    throw new AppError("conflict", t`This request was already made with another amount.`);
  }
  if (deposit.campaignId !== (campaignId ?? null)) {
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
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    customer,
    client_reference_id: deposit.userId,
    metadata,
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    payment_intent_data: { metadata, description: "Fairclick wallet" },
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
    cancel_url: `${ctx.appUrl}${cancelPath(deposit)}`,
    expires_at: Math.floor(deposit.createdAt.getTime() / 1_000) + OPEN_FOR_SECONDS,
  };
  const idempotencyKey = `deposit:${deposit.id}:${customer}`;
  return ctx.stripe.checkout.sessions.create(params, { idempotencyKey });
}

function cancelPath({ campaignId }: Deposit): string {
  return campaignId === null ? "/app/payments" : `/app/campaigns/${campaignId}`;
}
