import type { Check } from "../rule";

/** The link's creator or the campaign's developer was recently signed in at this address or device. */
export const selfClick: Check = {
  signal: "self_click",
  category: "Own click",
  describe: ({ presenceHours }) =>
    `Clicks from a device or IP address where the link's creator or the campaign's developer was signed in during the last ${presenceHours} hours are invalid.`,
  find: (_click, { signedIn }) => (signedIn ? { who: signedIn.who, by: signedIn.by } : null),
};
