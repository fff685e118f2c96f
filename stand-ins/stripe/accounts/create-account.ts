import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { recordEvent } from "../events/record-event";
import { now, put } from "../world/world";
import { newAccount } from "./account";

type Params = Stripe.AccountCreateParams;

/**
 * Creates an Express account. Throws ApiError for any other type. Accepts `type` or `controller`,
 * as Stripe does, but not both.
 */
export function createAccount({ world, params }: ApiRequest<Params>) {
  requireExpress(params);
  const account = put(world, "account", newAccount(params, now(world)));
  recordEvent(world, "account.updated", account, { account: account.id });
  return account;
}

function requireExpress({ type, controller }: Params): void {
  if (type && controller) {
    throw invalidRequest("You may only specify one of these parameters: type, controller.");
  }
  if (type !== "express" && controller?.stripe_dashboard?.type !== "express") {
    throw invalidRequest("Stripe's stand-in models accounts with the Express dashboard only.", {
      code: "stand_in_not_modelled",
      param: type ? "type" : "controller",
    });
  }
}
