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
 * The handler of a call for parameters that its schema has let through. The schema is generated
 * from the very type that the handler declares, which TypeScript cannot know.
 */
export function handlerOf(call: string): AnyHandler {
  return table[call] as AnyHandler;
}

const forAccounts = [
  "/v1/balance",
  "/v1/balance_transactions",
  "/v1/charges",
  "/v1/events",
  "/v1/payouts",
];

/** The calls that may act for a connected account, by the `Stripe-Account` header. */
export function isForAccounts(call: string): boolean {
  const [, path = ""] = call.split(" ");
  return forAccounts.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
