import { pinoLogger } from "hono-pino";
import type { Logger } from "pino";

/** One line a request. Headers and query strings stay out of it: they hold tokens. */
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
