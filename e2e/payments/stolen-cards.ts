import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { expect } from "vitest";
import { addPerson, onboard, openCheckout } from "./money";
import type { StripeApp } from "./stripe-app";

/** `owner`: payments with the same test card of one owner have the same card. */
type Payment = { cents: number; card: "success" | "three_d_secure"; owner?: string };

/** Lets time pass for the application and for Stripe. */
export async function passTime({ clock, standIn }: StripeApp, ms: number): Promise<void> {
  clock.at = new Date(clock.at.getTime() + ms);
  await standIn.control("clock/advance", { seconds: ms / 1_000 });
}

/** Pays for a deposit with a test card and returns the charge. The deposit is as old as the clock says. */
export async function payIn(
  app: StripeApp,
  developer: Person,
  { cents, card, owner }: Payment,
): Promise<string> {
  const session = await openCheckout(app, developer, cents);
  await app.standIn.control("checkout/pay", { session, card, ...(owner && { owner }) });
  await app.settle();
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  await app.owner`
    update ledger_lots set created_at = ${app.clock.at}
    where reference in (select 'deposit:' || id from deposits where checkout_session_id = ${session})`;
  // The operator's own money covers Stripe's fee.
  await app.standIn.control("balance/top-up", { amountCents: cents });
  const intent = paid?.payment_intent;
  return typeof intent === "string" ? intent : String(intent?.latest_charge);
}

type Earned = { developer: Person; cents: number };

/** Adds a creator with a verified payout account and earnings from the developer's wallet. */
export async function createEarner(app: StripeApp, earned: Earned): Promise<Person> {
  const creator = await addPerson(app);
  await onboard(app, creator);
  await payCreator(app, creator, earned);
  return creator;
}

const CLICKS = 100;

/** Launches a campaign and lets the creator earn its whole budget with valid clicks. */
export async function payCreator(
  app: StripeApp,
  creator: Person,
  { developer, cents }: Earned,
): Promise<void> {
  const budget = cents / 100;
  const json = campaignInput(app, { payoutPerClick: budget / CLICKS, budget });
  const launched = await app.call("POST", "/api/campaigns", { token: developer.token, json });
  expect(launched.status, launched.text).toBe(201);
  const campaignId = launched.json.data._id;
  const at = new Date(app.clock.at.getTime() - 600_000);
  const clicks = Array.from({ length: CLICKS }, () => ({ at, campaignId, creatorId: creator.id }));
  await addPendingClicks(app.db, clicks);
  const { valid } = await settleClicks(app.ctx, {
    watermark: app.clock.at,
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: CLICKS,
  });
  expect(valid).toBe(CLICKS);
}
