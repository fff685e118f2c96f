import type { Check } from "../rule";

/** From an address or a device that lately followed what people cannot see. */
export const honeypot: Check = {
  signal: "honeypot",
  category: "Bot traffic",
  describe: () => "Whoever follows a link that people cannot see is a bot.",
  find: (_click, { markedBy }) => (markedBy ? { by: markedBy } : null),
};
