import type { Check } from "../rule";

/** From where the link's creator or the campaign's developer was signed in not long before. */
export const selfClick: Check = {
  signal: "self_click",
  category: "Own click",
  describe: ({ presenceHours }) =>
    `Clicks from where the link's creator or the campaign's developer was signed in during the last ${presenceHours} hours do not count.`,
  find: (_click, { signedIn }) => (signedIn ? { who: signedIn.who, by: signedIn.by } : null),
};
