import type { GuardianAccess } from "@fairclick/core/accounts/guardian-schema";
import { type Consent, findConsent } from "@fairclick/sql/accounts/guardians";
import { getStripeUser } from "@fairclick/sql/money/stripe-users";
import type { Ctx } from "../../context";
import type { PaymentsCtx } from "../../money/stripe/payments-ctx";
import { refreshAccount } from "../../money/stripe/refresh-account";
import { openPayouts } from "../../money/stripe/start-onboarding";
import { readToken, refuseLink } from "../auth/use-mail-token";

/**
 * Returns the consent and the payout account, by the token of the guardian's mail. If `payments` is not
 * null, queries Stripe about a payout account that is not complete. Throws `forbidden` once the consent has ended.
 */
export async function getGuardianAccess(
  ctx: Ctx,
  { token, payments }: { token: string; payments: PaymentsCtx | null },
): Promise<GuardianAccess> {
  const { id, userId, username, name, consentedAt } = await readConsent(ctx, token);
  const before = await getStripeUser(ctx.db.sql, userId);
  const isTheirs = before.accountGuardianId === id;
  if (payments && isTheirs && !before.accountVerified) await refreshAccount(payments, userId);
  const { accountVerified, country } = await getStripeUser(ctx.db.sql, userId);
  const account = accountVerified ? "ready" : "incomplete";
  return {
    ...{ username, name, country, consentedAt: consentedAt.toISOString() },
    payouts: isTheirs ? account : "none",
  };
}

/** Returns a link to set up payouts in the guardian's name, or to Stripe's dashboard afterwards. */
export async function openGuardianPayouts(
  ctx: PaymentsCtx,
  { token, country }: { token: string; country?: string | undefined },
): Promise<{ url: string }> {
  const { id, userId, address } = await readConsent(ctx, token);
  return openPayouts(ctx, { userId, country, guardian: { id, email: address } });
}

async function readConsent(ctx: Ctx, token: string): Promise<Consent> {
  const { sql } = ctx.db;
  const found = await readToken(sql, { purpose: "guardian_access", token, at: ctx.now() });
  const consent = found && (await findConsent(sql, found.userId));
  if (!consent || consent.address !== found.address) throw refuseLink();
  return consent;
}
