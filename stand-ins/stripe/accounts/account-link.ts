import type Stripe from "stripe";
import { requireAccount } from "../api/answer-call";
import { invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { requireObject } from "../api/require";
import { createLink } from "../pages/page-links";
import { now } from "../world/world";

const linkSeconds = 5 * 60;

/**
 * Creates an account link: an onboarding URL that works once and expires after five minutes. Throws
 * ApiError for an unknown or deauthorised account, a missing or non-http URL, and type
 * `account_update`.
 */
export function createAccountLink({ world, params }: ApiRequest<Stripe.AccountLinkCreateParams>) {
  requireAccount(world, params.account);
  const account = requireObject(world, "account", params.account, { param: "account" });
  const { refresh_url: refreshUrl, return_url: returnUrl, type } = params;
  if (!refreshUrl || !returnUrl) {
    throw invalidRequest("You must provide a refresh_url and a return_url.", {
      code: "parameter_missing",
      param: refreshUrl ? "return_url" : "refresh_url",
    });
  }
  for (const url of [refreshUrl, returnUrl]) {
    if (!/^https?:\/\//.test(url)) throw invalidRequest("Not a valid URL", { code: "url_invalid" });
  }
  if (type === "account_update") {
    throw invalidRequest(
      "You cannot create `account_update` type Account Links for this account.",
      { param: "type" },
    );
  }
  const created = now(world);
  const expiresAt = created + linkSeconds;
  const token = createLink(world, {
    kind: "onboarding_link",
    account: account.id,
    refreshUrl,
    returnUrl,
    expiresAt,
  });
  return {
    object: "account_link",
    created,
    expires_at: expiresAt,
    url: `${world.settings.publicUrl}/setup/e/${account.id}/${token}`,
  } satisfies Stripe.AccountLink;
}

/**
 * Creates a login link to the Express dashboard: works once, expires after five minutes. Throws
 * ApiError if the account has submitted no details yet.
 */
export function createLoginLink({ world, id }: ApiRequest<Stripe.AccountCreateLoginLinkParams>) {
  requireAccount(world, id);
  const account = requireObject(world, "account", id);
  if (!account.details_submitted) {
    throw invalidRequest(
      "Cannot create a login link for an account that has not completed onboarding.",
    );
  }
  const created = now(world);
  const token = createLink(world, {
    kind: "express_link",
    account: account.id,
    expiresAt: created + linkSeconds,
  });
  return {
    object: "login_link",
    created,
    url: `${world.settings.publicUrl}/express/${account.id}/${token}`,
  } satisfies Stripe.LoginLink;
}
