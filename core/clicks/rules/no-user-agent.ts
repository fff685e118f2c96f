import { t } from "../../language/t";
import type { Check } from "../rule";

/** Placeholders that programs send, or only the beginning of a browser's user agent. */
const degenerate =
  /^(?:[^a-z0-9]*|null|nil|none|undefined|\(null\)|unknown|user-agent|mozilla(?:\/\d\.\d)?(?: \(compatible;?\))?)$/i;

/** The developer profits from a refusal, so anything that could be a browser is left to the other rules. */
export const noUserAgent: Check = {
  signal: "no_user_agent",
  category: "Bot traffic",
  describe: () => t`Requests that do not name a browser are invalid.`,
  find: ({ userAgent }) => (degenerate.test((userAgent ?? "").trim()) ? {} : null),
};
