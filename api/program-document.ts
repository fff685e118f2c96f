import { OpenAPIHono } from "@hono/zod-openapi";
import { apiRoutes } from "./api-routes";
import type { AppEnv } from "./app-env";
import { type ApiDocument, createDocument, describeApi } from "./openapi";

/** Creates the OpenAPI document without the routes of operators, for clients of programs. */
export function createProgramDocument(): ApiDocument {
  const app = new OpenAPIHono<AppEnv>();
  for (const [prefix, router] of apiRoutes) app.route(prefix, router.app);
  describeApi(app);
  const document = createDocument(app);
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith("/api/admin/"));
  return { ...document, paths: Object.fromEntries(paths) };
}
