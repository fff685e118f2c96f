import { errorResponseSchema } from "@fairclick/core/schemas/error";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./app-env";

type Document = ReturnType<OpenAPIHono<AppEnv>["getOpenAPI31Document"]>;

const info = {
  title: "Fairclick",
  version: "1",
  description: "Money is in dollars, and in whole cents under /api/stripe.",
};
const errorAnswer = {
  description: "Refused; `message` says why",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

/** Serves what the routes say of themselves, and the one shape in which all of them refuse. */
export function describeApi(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  app.openAPIRegistry.register("Error", errorResponseSchema);
  app.get("/api/openapi.json", (c) => c.json(createDocument(app)));
}

export function createDocument(app: OpenAPIHono<AppEnv>): Document {
  const document = app.getOpenAPI31Document({ openapi: "3.1.0", info });
  for (const operations of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      delete operation.access;
      operation.responses = { ...operation.responses, default: errorAnswer };
    }
  }
  return document;
}
