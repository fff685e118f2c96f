import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  connectRequestSchema,
  depositResponseSchema,
  payoutAccountResponseSchema,
  redirectResponseSchema,
  stripeConfigResponseSchema,
  withdrawRequestSchema,
  withdrawResponseSchema,
} from "@fairclick/core/money/deposits";
import { payoutTermsResponseSchema } from "@fairclick/core/money/payout-countries";
import {
  refundableResponseSchema,
  refundCancelledResponseSchema,
  refundRequestSchema,
  refundResponseSchema,
} from "@fairclick/core/money/refunds";
import {
  confirmGuardian,
  requireAgreement,
  requirePayee,
} from "@fairclick/services/accounts/agreement";
import { parseCampaignId } from "@fairclick/services/campaigns/read-campaigns";
import { requireUser } from "@fairclick/services/changes";
import { judgeCreatorLinks } from "@fairclick/services/clicks/judge-links";
import { lookUpAddress } from "@fairclick/services/clicks/look-up-address";
import {
  confirmDeposit,
  createCheckout,
  getFunding,
  getReceipt,
} from "@fairclick/services/money/deposits";
import {
  getPayoutTerms,
  openPortal,
  refreshAccount,
  startOnboarding,
} from "@fairclick/services/money/onboarding";
import { cancelOwn } from "@fairclick/services/money/outflows";
import { getRefundable, refundWay, requestRefund } from "@fairclick/services/money/refunds";
import { requestWithdrawal } from "@fairclick/services/money/request-withdrawal";
import { withPayments } from "@fairclick/services/money/stripe";
import { receiveStripeEvent } from "@fairclick/services/money/stripe-events";
import { describeLine, refundLine, withdrawalLine } from "@fairclick/services/money/wallet";
import { withdrawalWay } from "@fairclick/services/money/withdrawals";
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { answer } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, optionalJsonBody, Router } from "../router";
import { presentRefundable, presentTransaction } from "./wallet";

const idParams = z.object({ id: z.string() });

export const stripeRoutes = new Router()
  .get("/config", {
    access: "public",
    summary: "Get the publishable key; null if payments are not configured",
    responses: { 200: jsonResponse(stripeConfigResponseSchema, "The key") },
    handle: (c) => answer(c, { publishableKey: c.var.deps.config.stripe?.publishableKey ?? null }),
  })
  .post("/create-checkout-session", {
    ...byUser("none", "pay"),
    summary: "Create a Stripe checkout session for a deposit, in cents; it can fund a campaign",
    request: jsonBody(checkoutRequestSchema),
    responses: { 200: jsonResponse(checkoutResponseSchema, "The session and its page") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const json = c.req.valid("json");
      const { amount: amountCents, requestId, addedBudget: addedMicros } = json;
      const campaignId = json.campaignId && parseCampaignId(json.campaignId);
      const purpose = campaignId ? { campaignId, addedMicros } : {};
      return answer(c, await createCheckout(payments(c), { amountCents, requestId, ...purpose }));
    },
  })
  .post("/checkout-session/{id}/confirm", {
    ...byUser("none", "pay"),
    summary: "Query Stripe for your checkout session and credit it if it is paid",
    request: { params: idParams },
    responses: { 200: jsonResponse(depositResponseSchema, "The state of the deposit") },
    handle: async (c) => {
      const deposit = await confirmDeposit(payments(c), c.req.valid("param").id);
      const { status, amountMicros: micros, failureReason: note } = deposit;
      const line = { type: "deposit" as const, status, micros, note, campaign: null, clicks: null };
      const funding = await getFunding(c.var.ctx, deposit);
      return answer(c, {
        status,
        amount: micros,
        message: describeLine(line),
        funding,
      });
    },
  })
  .get("/deposits/{id}/receipt", {
    ...byUser("payouts", "pay"),
    summary: "Get the address of Stripe's receipt and invoice of your deposit; it expires",
    request: { params: idParams },
    responses: { 200: jsonResponse(redirectResponseSchema, "Stripe's page") },
    handle: async (c) => {
      return answer(c, await getReceipt(payments(c), c.req.valid("param").id));
    },
  })
  .post("/create-connect-account", {
    ...byProvedUser("none", "pay"),
    summary: "Open Stripe's payout onboarding, or the payouts dashboard after onboarding",
    request: optionalJsonBody(connectRequestSchema),
    responses: { 200: jsonResponse(redirectResponseSchema, "Stripe's page") },
    handle: async (c) => {
      const { country, guardianConfirmed } = c.req.valid("json");
      if (guardianConfirmed) await confirmGuardian(c.var.ctx);
      await requirePayee(c.var.ctx);
      return answer(c, await startOnboarding(payments(c), { country }));
    },
  })
  .get("/payout-terms", {
    ...byUser("payouts", "pay"),
    summary: "Get what applies to your withdrawals: country, currency, minimum, fee and rate",
    responses: { 200: jsonResponse(payoutTermsResponseSchema, "The terms") },
    handle: async (c) => {
      return answer(c, await getPayoutTerms(payments(c), c.var.deps.config));
    },
  })
  .post("/refresh-account", {
    ...byUser("none", "pay"),
    summary: "Query Stripe for the state of your payout account",
    responses: { 200: jsonResponse(payoutAccountResponseSchema, "Whether it is verified") },
    handle: async (c) => {
      const { verified } = await refreshAccount(payments(c), requireUser(c.var.ctx));
      return answer(c, { stripeAccountVerified: verified });
    },
  })
  .post("/create-portal-session", {
    ...byUser("none", "pay"),
    summary: "Open Stripe's billing portal",
    responses: { 200: jsonResponse(redirectResponseSchema, "Stripe's page") },
    handle: async (c) => {
      return answer(c, await openPortal(payments(c)));
    },
  })
  .post("/withdraw", {
    ...byProvedUser("none", "pay"),
    summary: "Withdraw earnings, in cents",
    request: jsonBody(withdrawRequestSchema),
    responses: { 200: jsonResponse(withdrawResponseSchema, "The withdrawal") },
    handle: async (c) => {
      await requirePayee(c.var.ctx);
      const { amount, requestId } = c.req.valid("json");
      const { config } = c.var.deps;
      const withdrawal = await requestWithdrawal(payments(c), {
        amountCents: amount,
        requestId,
        depositHoldHours: config.depositHoldHours,
        withdrawalReviewDollars: config.withdrawalReviewDollars,
        withdrawalReviewFirst: config.withdrawalReviewFirst,
        unprovedPayoutDollars: config.unprovedPayoutDollars,
        minWithdrawalDollars: config.minWithdrawalDollars,
        needsConfirmedEmail: config.mail !== null,
        checks: { judgeLinks: judgeCreatorLinks, lookUpAddress },
      });
      const message = t`Withdrawal request submitted successfully!`;
      return answer(c, { message, transaction: presentTransaction(withdrawalLine(withdrawal)) });
    },
  })
  .post("/withdrawals/{id}/cancel", {
    ...byUser("none", "pay"),
    summary: "Cancel a withdrawal that is not sent yet",
    request: { params: idParams },
    responses: { 200: jsonResponse(withdrawResponseSchema, "The withdrawal") },
    handle: async (c) => {
      const withdrawal = await cancelOwn(c.var.ctx, withdrawalWay, c.req.valid("param").id);
      const message = t`Withdrawal cancelled. The money is back in your earnings.`;
      return answer(c, { message, transaction: presentTransaction(withdrawalLine(withdrawal)) });
    },
  })
  .get("/refundable", {
    ...byUser("payouts"),
    summary: "Get how much of your wallet can go back to the cards that paid it",
    responses: { 200: jsonResponse(refundableResponseSchema, "The amount, by deposit") },
    handle: async (c) => answer(c, presentRefundable(await getRefundable(c.var.ctx))),
  })
  .post("/refunds", {
    ...byProvedUser("none", "pay"),
    summary: "Return wallet money to the cards that paid it, newest deposit first, in cents",
    request: jsonBody(refundRequestSchema),
    responses: { 200: jsonResponse(refundResponseSchema, "The refunds, one per deposit") },
    handle: async (c) => {
      const { amount, requestId } = c.req.valid("json");
      const refunds = await requestRefund(payments(c), { amountCents: amount, requestId });
      const message = t`Your money is on its way back.`;
      const transactions = refunds.map((refund) => presentTransaction(refundLine(refund)));
      return answer(c, { message, transactions });
    },
  })
  .post("/refunds/{id}/cancel", {
    ...byUser("none", "pay"),
    summary: "Cancel your refund while it has not been sent to Stripe",
    request: { params: idParams },
    responses: { 200: jsonResponse(refundCancelledResponseSchema, "The cancelled refund") },
    handle: async (c) => {
      const refund = await cancelOwn(c.var.ctx, refundWay, c.req.valid("param").id);
      const message = t`Refund cancelled. The money is back in your wallet.`;
      return answer(c, { message, transaction: presentTransaction(refundLine(refund)) });
    },
  })
  .post("/webhook", {
    access: "public",
    limit: "unlimited",
    summary: "Receive an event from Stripe, signed with the webhook secret",
    responses: { 200: jsonResponse(z.object({ received: z.literal(true) }), "Stored") },
    handle: async (c) => {
      const { stripe } = c.var.deps.config;
      if (!stripe)
        throw new AppError("unavailable", t`Payments are not configured on this server.`);
      const signature = c.req.header("stripe-signature");
      await receiveStripeEvent(payments(c), stripe, { body: await c.req.text(), signature });
      return answer(c, { received: true as const });
    },
  });

function payments(c: Context<AppEnv>) {
  return withPayments(c.var.ctx, c.var.deps);
}
