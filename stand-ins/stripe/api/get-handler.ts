import type { World } from "../world/world";
import type { Form } from "./form";
import { handlers } from "./handlers";

type AnyHandler = (request: {
  world: World;
  params: Form;
  id: string;
  account: string | null;
}) => object;

const table: Record<string, unknown> = handlers;

/**
 * Returns the handler of a call. The cast is safe for parameters that passed the call's schema: the
 * schema is generated from the type that the handler declares, which TypeScript cannot check.
 */
export function getHandler(call: string): AnyHandler {
  return table[call] as AnyHandler;
}

const forAccounts = [
  "/v1/balance",
  "/v1/balance_transactions",
  "/v1/charges",
  "/v1/events",
  "/v1/payouts",
];

/** Returns true if the call accepts the `Stripe-Account` header. */
export function isForAccounts(call: string): boolean {
  const [, path = ""] = call.split(" ");
  return forAccounts.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
