import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { Tx } from "@fairclick/sql/db/client";
import Stripe from "stripe";
import type { ReviewTerms } from "../campaigns/reviews";
import type { Config, StripeConfig } from "../config";
import type { Ctx } from "../context";

/** Context of services that call Stripe. */
export type PaymentsCtx = Ctx & { stripe: Stripe; appUrl: string; reviewTerms: ReviewTerms };

/** The object of an event; handlers read its current state from Stripe. */
export type Heard = { objectId: string; account: string | null };

/** Changes the database; runs in the transaction that marks the event as processed. */
export type Effect = (tx: Tx) => Promise<unknown>;

/**
 * Reads from Stripe outside any transaction, and returns the change to make; null if there is none.
 */
export type EventHandler = (ctx: PaymentsCtx, heard: Heard) => Promise<Effect | null>;

type Deps = { stripe: Stripe | null; config: Pick<Config, "appUrl" | "trustedHosts"> };

/** Throws `unavailable` if no Stripe keys are configured. */
export function withPayments(ctx: Ctx, { stripe, config }: Deps): PaymentsCtx {
  if (!stripe) throw new AppError("unavailable", t`Payments are not configured on this server.`);
  const { appUrl, trustedHosts } = config;
  return { ...ctx, stripe, appUrl, reviewTerms: { trustedHosts } };
}

/** Calls Stripe while a user waits: logs any error and throws `unavailable` with `message`. */
export async function callStripe<Answer>(
  ctx: PaymentsCtx,
  message: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.error({ err: error }, "a call to Stripe failed");
    throw new AppError("unavailable", message, { cause: error });
  }
}

/**
 * Long enough for Stripe's slow calls. A call that takes longer has an unknown outcome and is
 * checked later.
 */
const TIMEOUT_MS = 20_000;

export function createStripe(config: Readonly<StripeConfig> | null): Stripe | null {
  if (!config) return null;
  return new Stripe(config.secretKey, {
    ...(config.apiUrl ? parseAddress(config.apiUrl) : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "Fairclick" },
  });
}

function parseAddress(apiUrl: string) {
  const url = new URL(apiUrl);
  const protocol = url.protocol === "http:" ? ("http" as const) : ("https" as const);
  return { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol };
}

const { errors } = Stripe;

/**
 * `refused`: Stripe decided; nothing was done, and nothing will be done under this idempotency key.
 * `unknown`: it may have been done (time-out, 5xx), was not tried (rate limit, wrong key), or an
 * earlier call with the same key decides. Retry; assume nothing.
 */
export type StripeFailure =
  | { kind: "refused"; code: string | null; message: string }
  | { kind: "unknown" };

export function classifyStripeFailure(error: unknown): StripeFailure {
  if (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeCardError ||
    error instanceof errors.StripePermissionError
  ) {
    return { kind: "refused", code: error.code ?? null, message: error.message };
  }
  return { kind: "unknown" };
}

/** True if Stripe could not be reached or could not respond; the request itself may be valid. */
export function isStripeAway(error: unknown): boolean {
  return error instanceof errors.StripeError && classifyStripeFailure(error).kind === "unknown";
}

/** True if Stripe has no such object, or none that these keys can see. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** True if the connected account was deleted, withdrew its consent, or belongs to another platform's keys. */
export function isAccountGone(error: unknown): boolean {
  const revoked = error instanceof errors.StripePermissionError && error.code === "account_invalid";
  return revoked || isMissing(error);
}

export function isConfigurationGone(error: unknown): boolean {
  return isMissing(error) && error instanceof errors.StripeError && error.param === "configuration";
}

export function isCustomerGone(error: unknown): boolean {
  return isMissing(error) && error instanceof errors.StripeError && error.param === "customer";
}
