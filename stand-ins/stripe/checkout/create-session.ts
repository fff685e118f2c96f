import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { requireCurrency, requireObject, requirePositive } from "../api/require";
import { now, put, schedule, type World } from "../world/world";
import type { Plan } from "./plan";
import { newSession } from "./session";

type Params = Stripe.Checkout.SessionCreateParams;

const halfHour = 30 * 60;
const day = 24 * 60 * 60;
const leastCents = 50;
const mostCents = 99_999_999;

export function createSession({ world, params }: ApiRequest<Params>) {
  requirePaymentOnHostedPage(params);
  const { lines, currency } = readLines(params);
  const amountCents = lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0);
  requirePayable(amountCents, currency);
  const created = now(world);
  const session = newSession({
    params,
    publicUrl: world.settings.publicUrl,
    created,
    expiresAt: readExpiry(params, created),
    amountCents,
    currency,
    email: readEmail(world, params),
  });
  put(world, "checkout.session", session);
  world.state.plans[session.id] = { lines, paymentIntent: params.payment_intent_data ?? {} };
  schedule(world, (session.expires_at - created) * 1000, {
    kind: "expire_session",
    session: session.id,
  });
  return session;
}

function requirePaymentOnHostedPage(params: Params): void {
  if (params.mode === undefined) throw missing("mode");
  if (params.mode !== "payment" || (params.ui_mode ?? "hosted_page") !== "hosted_page") {
    throw invalidRequest(
      "Stripe's stand-in models Checkout in mode `payment` on a hosted page only.",
      { code: "stand_in_not_modelled", param: "mode" },
    );
  }
  if (!params.success_url) throw missing("success_url");
  if (params.customer && params.customer_email) {
    throw invalidRequest(
      "You may only specify one of these parameters: customer, customer_email.",
      { param: "customer_email" },
    );
  }
  for (const param of ["success_url", "cancel_url"] as const) {
    const url = params[param];
    if (url !== undefined && !/^https?:\/\//.test(url)) {
      throw invalidRequest("Not a valid URL", { code: "url_invalid", param });
    }
  }
}

function readLines(params: Params): { lines: Plan["lines"]; currency: string } {
  const lines = (params.line_items ?? []).map((item, index) => {
    const at = `line_items[${index}]`;
    const { price_data: price, quantity = 1 } = item;
    if (!price) throw missing(`${at}[price_data]`);
    if (!price.product_data) throw missing(`${at}[price_data][product_data]`);
    if (price.unit_amount === undefined) throw missing(`${at}[price_data][unit_amount]`);
    if (price.unit_amount < 0) requirePositive(price.unit_amount, `${at}[price_data][unit_amount]`);
    requirePositive(quantity, `${at}[quantity]`);
    return {
      currency: requireCurrency(price.currency, `${at}[price_data][currency]`),
      name: price.product_data.name,
      description: price.product_data.description ?? null,
      unitCents: price.unit_amount,
      quantity,
    };
  });
  const [first] = lines;
  if (!first) throw missing("line_items");
  const { currency } = first;
  if (lines.some((line) => line.currency !== currency)) {
    throw invalidRequest("All line items must have the same currency.", { param: "line_items" });
  }
  return { currency, lines: lines.map(({ currency: _currency, ...line }) => line) };
}

function requirePayable(amountCents: number, currency: string): void {
  if (amountCents < leastCents) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least $0.50 ${currency}`,
      { code: "amount_too_small" },
    );
  }
  if (amountCents > mostCents) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to no more than $999,999.99 ${currency}`,
      { code: "amount_too_large" },
    );
  }
}

function readExpiry(params: Params, created: number): number {
  const expiresAt = params.expires_at ?? created + day;
  const wait = expiresAt - created;
  // The minute of tolerance covers the difference between the caller's clock and the stand-in's.
  if (wait >= halfHour - 60 && wait <= day + 60) return expiresAt;
  throw invalidRequest(
    "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
    { param: "expires_at" },
  );
}

function readEmail(world: World, params: Params): string | null {
  if (!params.customer) return params.customer_email ?? null;
  return requireObject(world, "customer", params.customer, { param: "customer" }).email;
}

function missing(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}
