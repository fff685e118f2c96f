import type { Check } from "../check";

/** From where the link's creator or the campaign's developer was signed in not long before. */
export const selfClick: Check = {
  signal: "self_click",
  find: (_click, { signedIn }) => (signedIn ? { who: signedIn.who, by: signedIn.by } : null),
};
