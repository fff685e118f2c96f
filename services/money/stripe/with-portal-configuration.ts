import { findPortalConfiguration, setPortalConfiguration } from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import type { PaymentsCtx } from "./payments-ctx";
import { isConfigurationGone } from "./stripe-failure";

/** Raised with every change of the parameters: another version is another configuration. */
const VERSION = "1";
const PARAMS: Stripe.BillingPortal.ConfigurationCreateParams = {
  name: "Fairclick",
  features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
  metadata: { fairclick_portal: VERSION },
};

/**
 * Calls Stripe with the portal's configuration, which is created on first use. One that Stripe does
 * not have, because the keys belong to another account, is replaced once.
 */
export async function withPortalConfiguration<Answer>(
  ctx: PaymentsCtx,
  call: (configurationId: string) => Promise<Answer>,
): Promise<Answer> {
  const known = await findPortalConfiguration(ctx.db.sql);
  if (!known) return call(await findOrCreate(ctx));
  try {
    return await call(known);
  } catch (error) {
    if (!isConfigurationGone(error)) throw error;
    return call(await findOrCreate(ctx));
  }
}

/**
 * Finds the configuration that an earlier, interrupted run made: Stripe forgets idempotency keys
 * after a day but keeps configurations. The key covers concurrent runs.
 */
async function findOrCreate(ctx: PaymentsCtx): Promise<string> {
  const { configurations } = ctx.stripe.billingPortal;
  let found: string | null = null;
  for await (const each of configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.fairclick_portal === VERSION) found = each.id;
  }
  const id =
    found ?? (await configurations.create(PARAMS, { idempotencyKey: `portal:${VERSION}` })).id;
  await setPortalConfiguration(ctx.db.sql, id);
  return id;
}
