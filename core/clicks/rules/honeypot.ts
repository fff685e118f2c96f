import type { Check } from "../rule";

/** The address or device recently followed an invisible link. */
export const honeypot: Check = {
  signal: "honeypot",
  category: "Bot traffic",
  describe: () => "Clicks from visitors who follow links that people cannot see are invalid.",
  find: (_click, { markedBy }) => (markedBy ? { by: markedBy } : null),
};
