import type { Person } from "@fairclick/api/testing/people";
import { addPerson, openCheckout } from "./money";
import type { StripeApp } from "./stripe-app";

/** Pays a deposit by card, and returns its charge. */
export async function pay(app: StripeApp, person: Person, cents: number): Promise<string> {
  return paySession(app, await openCheckout(app, person, cents));
}

/** Pays an open Checkout session, and returns its charge. */
export async function paySession(app: StripeApp, session: string): Promise<string> {
  await app.standIn.control("checkout/pay", { session });
  await app.settle();
  app.clock.at = new Date(app.clock.at.getTime() + 1_000);
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  return String(intent.latest_charge);
}

/** Adds a person who has paid these deposits, and returns their charges in the same order. */
export async function addPayer(app: StripeApp, ...deposits: number[]) {
  const person = await addPerson(app);
  const charges: string[] = [];
  for (const cents of deposits) charges.push(await pay(app, person, cents));
  return { person, charges };
}

/** Returns what Stripe has refunded of each charge, in cents. */
export async function getRefundedCents(app: StripeApp, charges: string[]): Promise<number[]> {
  const all = (await app.deps.stripe?.refunds.list({ limit: 100 }))?.data ?? [];
  return charges.map((charge) =>
    all.reduce((sum, each) => {
      return each.charge === charge && each.status !== "failed" ? sum + each.amount : sum;
    }, 0),
  );
}
