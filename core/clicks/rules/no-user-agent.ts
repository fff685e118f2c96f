import type { Check } from "../rule";

/** What programs write when they have no name for themselves, or only the beginning of a browser's. */
const degenerate =
  /^(?:[^a-z0-9]*|null|nil|none|undefined|\(null\)|unknown|user-agent|mozilla(?:\/\d\.\d)?(?: \(compatible;?\))?)$/i;

export const noUserAgent: Check = {
  signal: "no_user_agent",
  category: "Bot traffic",
  describe: () => "A request that does not say which browser it comes from does not count.",
  find: ({ userAgent }) => (degenerate.test((userAgent ?? "").trim()) ? {} : null),
};
