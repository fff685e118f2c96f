import { AppError } from "@fairclick/core/errors";
import { OpenAPIHono } from "@hono/zod-openapi";
import { requestId } from "hono/request-id";
import type { ApiDeps, AppEnv } from "./app-env";
import { canonicalPath } from "./canonical-path";
import { limitBody } from "./middleware/body-limit";
import { identify } from "./middleware/identify";
import { logRequests } from "./middleware/log-requests";
import { secureAnswers } from "./middleware/secure-answers";
import { respondError } from "./respond-error";
import { apiRoutes } from "./routes/api-routes";

/** The whole HTTP surface but the redirect, which is answered before it. Has no effect until it is called. */
export function createApp(deps: ApiDeps) {
  const app = new OpenAPIHono<AppEnv>({ getPath: canonicalPath });
  app.onError(respondError);
  app.use(requestId());
  app.use(async (c, next) => {
    c.set("deps", deps);
    c.set("clientIp", c.env.peerIp);
    await next();
  });
  app.use(logRequests(deps.log));
  app.use(secureAnswers(deps.config));
  app.use("/api/*", limitBody, identify);
  const routes = app.route("/api", apiRoutes);
  app.all("/api/*", () => {
    throw new AppError("not_found", "There is nothing at this address");
  });
  return routes;
}

export type AppType = ReturnType<typeof createApp>;
