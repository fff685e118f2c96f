import type { Check } from "../check";

/** From an address or a device that lately followed what people cannot see. */
export const honeypot: Check = {
  signal: "honeypot",
  find: (_click, { markedBy }) => (markedBy ? { by: markedBy } : null),
};
