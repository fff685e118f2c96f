import { pinoLogger } from "hono-pino";
import type { Logger } from "pino";

/** Logs one line per request, without headers and query strings: they can hold tokens. */
export function logRequests(log: Logger) {
  return pinoLogger({
    pino: log,
    http: {
      onReqBindings: (c) => ({ method: c.req.method, path: c.req.path }),
      onResBindings: (c) => ({ status: c.res.status }),
      onResLevel: (c) => (c.res.status >= 500 ? "error" : "info"),
      onResMessage: () => "request",
    },
  });
}
