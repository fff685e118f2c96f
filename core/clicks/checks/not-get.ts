import type { Check } from "../check";

/** People follow links with GET. Messengers probe a shared link with HEAD, some with a browser's user agent. */
export const notGet: Check = {
  signal: "not_get",
  find: ({ method }) => (method === "GET" ? null : { method }),
};
