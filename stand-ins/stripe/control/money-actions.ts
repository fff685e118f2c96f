import type Stripe from "stripe";
import { z } from "zod";
import { requireObject } from "../api/require";
import { topUp } from "../balance/top-up";
import { paySession } from "../checkout/pay-session";
import { isTestCardName, type TestCardName } from "../checkout/test-cards";
import { closeDispute, openDispute } from "../payments/dispute";
import { warnOfFraud } from "../payments/early-fraud-warning";
import { createRefund, failRefund } from "../payments/refund";
import { defineAction } from "./define-action";

const charge = z.object({ charge: z.string() });
const card = z.custom<TestCardName>(isTestCardName, "No such test card");

export const moneyActions = {
  /** Pays a session, as the checkout page does. The card is the customer's own, or the `owner`'s. */
  "checkout/pay": defineAction(
    z.object({
      session: z.string(),
      card: card.default("success"),
      email: z.string().default("person@example.com"),
      owner: z.string().optional(),
    }),
    ({ world }, { session, ...input }) =>
      paySession(world, requireObject(world, "checkout.session", session), input),
  ),

  /** Adds the platform's own money, available at once. */
  "balance/top-up": defineAction(
    z.object({ amountCents: z.number().int().positive() }),
    ({ world }, { amountCents }): Stripe.Topup => topUp(world, amountCents),
  ),

  "refunds/create": defineAction(
    charge.extend({ amountCents: z.number().int().positive().optional() }),
    ({ world }, { charge: id, amountCents }): Stripe.Refund => {
      const amount = amountCents === undefined ? {} : { amount: amountCents };
      return createRefund({ world, params: { charge: id, ...amount } });
    },
  ),

  "refunds/fail": defineAction(
    z.object({ refund: z.string() }),
    ({ world }, { refund }): Stripe.Refund => {
      failRefund(world, requireObject(world, "refund", refund));
      return requireObject(world, "refund", refund);
    },
  ),

  "disputes/open": defineAction(
    charge.extend({ reason: z.string().default("fraudulent") }),
    ({ world }, { charge: id, reason }): Stripe.Dispute =>
      openDispute(world, requireObject(world, "charge", id).id, reason),
  ),

  "disputes/close": defineAction(
    z.object({ dispute: z.string(), status: z.enum(["won", "lost"]) }),
    ({ world }, { dispute, status }): Stripe.Dispute =>
      closeDispute(world, requireObject(world, "dispute", dispute), status),
  ),

  "fraud/warn": defineAction(
    charge,
    ({ world }, { charge: id }): Stripe.Radar.EarlyFraudWarning =>
      warnOfFraud(world, requireObject(world, "charge", id)),
  ),
};
