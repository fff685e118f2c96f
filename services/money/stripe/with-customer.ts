import { getStripeUser, type StripeUser, setStripeCustomer } from "@fairclick/sql/money/stripe";
import type { PaymentsCtx } from "./payments-ctx";
import { isCustomerGone } from "./stripe-failure";

/**
 * Calls Stripe with the user's customer, which is created on first use. A customer that Stripe no
 * longer has (deleted, or other keys) is replaced once.
 */
export async function withCustomer<Answer>(
  ctx: PaymentsCtx,
  user: StripeUser,
  call: (customerId: string) => Promise<Answer>,
): Promise<Answer> {
  const customerId = user.customerId ?? (await makeCustomer(ctx, user, null));
  try {
    return await call(customerId);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return call(await makeCustomer(ctx, user, customerId));
  }
}

async function makeCustomer(
  ctx: PaymentsCtx,
  user: StripeUser,
  instead: string | null,
): Promise<string> {
  const key = `customer:${user.id}:${user.customerAttempt}`;
  const customer = await ctx.stripe.customers.create(
    { email: user.email, name: user.username, metadata: { user_id: user.id } },
    { idempotencyKey: instead ? `${key}:instead:${instead}` : key },
  );
  await setStripeCustomer(ctx.db.sql, {
    userId: user.id,
    customerId: customer.id,
    attempt: user.customerAttempt,
    instead,
  });
  return (await getStripeUser(ctx.db.sql, user.id)).customerId ?? customer.id;
}
