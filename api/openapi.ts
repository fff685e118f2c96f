import { errorResponseSchema } from "@fairclick/core/schemas/error";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./app-env";
import { describeBeforeTheApp } from "./reference/before-the-app";
import { completeDocument, type Paths } from "./reference/complete-document";

const info = {
  title: "Fairclick",
  version: "1",
  description: [
    "Everything that the app and the command line do goes through this API.",
    "Send a session token, an operator's token or a campaign's key as `authorization: Bearer …`. Session tokens come from signing in, campaign keys from a campaign's page; x-auth-token is read as well.",
    "Money is in dollars, and in whole cents under /api/stripe. Times are ISO 8601 in UTC. Lists answer `nextCursor`: give it back as `cursor` for what follows, until it is null.",
    "What is refused is answered with a status from 400 on and one shape: `code` for programs, `message` for people, and `issues` where fields are wrong. 429 and 503 say with `retry-after` when to try again.",
  ].join("\n\n"),
};

export type ApiDocument = {
  info: typeof info;
  paths: Paths;
  components: { schemas: Record<string, unknown> };
};

/** Serves what the routes say of themselves, and the one shape in which all of them refuse. */
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
  const document = asOurs(app.getOpenAPI31Document({ openapi: "3.1.0", info }));
  completeDocument(document.paths);
  return document;
}

/** Every operation comes from `defineRoute` or `describeBeforeTheApp`, which say all of this. */
function asOurs(document: unknown): ApiDocument {
  return document as ApiDocument;
}
