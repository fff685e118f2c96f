import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import { callStripe, type PaymentsCtx } from "./payments-ctx";
import { applyAccount, readAccount } from "./read-account";

/**
 * Reads the account from Stripe after onboarding: returning to our page does not mean that
 * onboarding is complete.
 */
export async function refreshAccount(
  ctx: PaymentsCtx,
  userId: UserId,
): Promise<{ verified: boolean }> {
  const { accountId } = await getStripeUser(ctx.db.sql, userId);
  if (accountId) {
    await callStripe(ctx, t`Failed to connect to Stripe. Please try again later.`, async () =>
      applyAccount(ctx.db.sql, await readAccount(ctx, accountId)),
    );
  }
  return { verified: (await getStripeUser(ctx.db.sql, userId)).accountVerified };
}
