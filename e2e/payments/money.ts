import { agreement, type Person } from "@fairclick/api/testing/people";
import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { asId, type UserId } from "@fairclick/core/ids";
import { acceptTerms } from "@fairclick/services/accounts/agreement";
import { openSession } from "@fairclick/services/accounts/sessions";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { findWrongNotices } from "@fairclick/services/notices/testing/find-wrong-notices";
import { expectRightBooks } from "@fairclick/services/testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { withTx } from "@fairclick/sql/db/tx";
import { type AccountRef, getBalance } from "@fairclick/sql/money/ledger";
import { getClearedTotal, listCleared } from "@fairclick/sql/money/stripe";
import { expect } from "vitest";
import type { StripeApp } from "./stripe-app";

/** Adds a signed-in user without the cost and limits of registering. */
export async function addPerson({ db, clock, ctx }: StripeApp): Promise<Person> {
  const id = asId<UserId>(await addUser(db));
  await acceptTerms({ ...ctx, actor: { kind: "user", userId: id } }, agreement);
  const token = await signIn({ db, clock }, id);
  return { id, token, username: id, email: `${id}@example.test` };
}

/** Opens a session with a fresh proof of identity and returns its token. */
export async function signIn(
  { db, clock }: Pick<StripeApp, "db" | "clock">,
  userId: string,
): Promise<string> {
  const browser = { userAgent: null, place: null, deviceTokens: [] };
  const { token } = await withTx(db, (tx) =>
    openSession(tx, { userId: asId<UserId>(userId), at: clock.at, ...browser }),
  );
  return token;
}

/** Opens a Checkout session through the API and returns its id. */
export async function openCheckout(
  { call }: StripeApp,
  { token }: Person,
  amount: number,
  campaignId?: string,
): Promise<string> {
  const answer = await call("POST", "/api/stripe/create-checkout-session", {
    token,
    json: { amount, ...(campaignId && { campaignId }) },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.id;
}

/** Completes a creator's onboarding and returns the account id. */
export async function onboard(app: StripeApp, { id, token }: Person): Promise<string> {
  const opened = await app.call("POST", "/api/stripe/create-connect-account", { token });
  expect(opened.status, opened.text).toBe(200);
  const account = await getAccount(app, id);
  await app.standIn.control("accounts/complete", { account });
  const answer = await app.call("POST", "/api/stripe/refresh-account", { token });
  expect(answer.json).toEqual({ stripeAccountVerified: true });
  return account;
}

export async function getAccount({ owner }: StripeApp, userId: string): Promise<string> {
  const [row] = await owner<{ account: string }[]>`
    select stripe_account_id as account from users where id = ${userId}`;
  if (!row?.account) throw new Error("No account");
  return row.account;
}

/**
 * Lets the creator earn this many cents with one valid click, and adds the money to Stripe's
 * balance.
 */
export async function earn(app: StripeApp, { id }: Person, cents: number): Promise<void> {
  const payoutMicros = microsFromCents(cents);
  await app.standIn.control("balance/top-up", { amountCents: cents });
  const { id: campaignId } = await addCampaign(app.db, {
    payoutMicros,
    budgetMicros: payoutMicros,
  });
  const at = new Date(app.clock.at.getTime() - 600_000);
  await addPendingClicks(app.db, [{ at, campaignId, creatorId: id }]);
  const { valid } = await settleClicks(app.ctx, {
    watermark: app.clock.at,
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 1_000,
  });
  expect(valid).toBeGreaterThan(0);
}

export type Cents = { wallet: number; earnings: number; inTransit: number };

export async function readCents({ db }: StripeApp, { id: ownerId }: Person): Promise<Cents> {
  const cents = async (account: AccountRef) =>
    wholeCentsFromMicros(await getBalance(db.sql, account));
  return {
    wallet: await cents({ kind: "wallet", ownerId }),
    earnings: await cents({ kind: "earnings", ownerId }),
    inTransit: await cents({ kind: "in_transit", ownerId }),
  };
}

export async function withdraw({ call }: StripeApp, { token }: Person, amount: unknown) {
  return call("POST", "/api/stripe/withdraw", { token, json: { amount } });
}

/**
 * Expects correct books, and the cleared total before Stripe's fees to equal Stripe's balance
 * transactions: nothing lost, nothing doubled. Expects one notice per change too.
 */
export async function expectProvenBooks({ db, deps }: StripeApp): Promise<void> {
  await expectRightBooks({ db });
  expect(await findWrongNotices(db.sql)).toEqual([]);
  let stripeCents = 0;
  for await (const each of deps.stripe?.balanceTransactions.list({ limit: 100 }) ?? []) {
    if (each.type !== "stripe_fee") stripeCents += each.amount;
  }
  const fees = (await listCleared(db.sql)).filter(({ key }) => key.startsWith("fee:"));
  const feesMicros = fees.reduce((sum, { micros }) => sum + micros, 0n);
  expect(wholeCentsFromMicros((await getClearedTotal(db.sql)) - feesMicros)).toBe(stripeCents);
}
