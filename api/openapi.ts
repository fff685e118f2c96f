import { errorResponseSchema } from "@fairclick/core/schemas";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./app-env";
import { describeBeforeTheApp } from "./reference/before-the-app";
import { completeDocument, type Paths, tags } from "./reference/complete-document";

const info = {
  title: "Fairclick",
  version: "1",
  description: [
    "The web app and the command line use this API for everything they do.",
    "Send a session token, an API key, an operator's token or a campaign's key as `authorization: Bearer …`, or in `x-auth-token`. Signing in returns a session token; the page API creates API keys with the scopes that you choose, and a campaign's page creates campaign keys.",
    "Amounts are in dollars, and in whole cents under /api/stripe. Times are ISO 8601 in UTC. Lists return `nextCursor`: pass it as `cursor` to get the next page, until it is null.",
    "Errors have a status of 400 or above and one shape: `code` for programs, `message` for people, and `issues` for invalid fields. With 429 and 503, `retry-after` says when to retry.",
    "[Webhooks and API keys](/docs/webhooks) explains how to receive events, verify them, and call the API.",
  ].join("\n\n"),
};

export type ApiDocument = {
  info: typeof info;
  paths: Paths;
  components: { schemas: Record<string, unknown> };
};

/** Serves the OpenAPI document of all routes at `/api/openapi.json`. */
export function describeApi(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  app.openAPIRegistry.register("Error", errorResponseSchema);
  describeBeforeTheApp(app);
  let document: ApiDocument | null = null;
  app.get("/api/openapi.json", (c) => {
    document ??= createDocument(app);
    return c.json(document);
  });
}

export function createDocument(app: OpenAPIHono<AppEnv>): ApiDocument {
  const document = asOurs(app.getOpenAPI31Document({ openapi: "3.1.0", info, tags }));
  completeDocument(document.paths);
  return document;
}

/** The cast is safe: `defineRoute` and `describeBeforeTheApp` set all these fields on every operation. */
function asOurs(document: unknown): ApiDocument {
  return document as ApiDocument;
}
