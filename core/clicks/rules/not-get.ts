import { t } from "../../language/t";
import type { Check } from "../rule";

/**
 * People follow links with GET. Messengers probe a shared link with HEAD, some with a browser's user agent.
 *
 * Who profits: the developer. A rival can send such requests to a link too: they are not visits, so they
 * count for nobody else.
 */
export const notGet: Check = {
  signal: "not_get",
  category: "Not a visit",
  describe: () => t`Only requests that follow the link count, not probes by programs.`,
  find: ({ method }) => (method === "GET" ? null : { method }),
};
