import { t } from "@fairclick/core/language/t";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "./payments-ctx";
import { withCustomer } from "./with-customer";
import { withPortalConfiguration } from "./with-portal-configuration";

/** Opens Stripe's billing portal for the user's invoices and cards. */
export async function openPortal(ctx: PaymentsCtx): Promise<{ url: string }> {
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const session = await callStripe(ctx, t`Failed to open billing management.`, () =>
    withPortalConfiguration(ctx, (configuration) =>
      withCustomer(ctx, user, (customer) =>
        ctx.stripe.billingPortal.sessions.create({
          customer,
          configuration,
          return_url: `${ctx.appUrl}/app/payments`,
        }),
      ),
    ),
  );
  return { url: session.url };
}
