import type { Check } from "../check";
import { unpaidReasons } from "../click";

/** What kept the campaign from paying at the moment of the click, as the redirect saw it. */
export const notPaying: Check[] = unpaidReasons.map((reason) => ({
  signal: reason,
  find: ({ unpaid }) => (unpaid === reason ? {} : null),
}));
