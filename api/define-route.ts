import { AppError } from "@fairclick/core/errors";
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { ZodType } from "zod";
import type { AppEnv } from "./app-env";
import { type Access, requireAccess } from "./middleware/access";

type Definition = Omit<RouteConfig, "middleware" | "security"> & { access: Access };

/** Returns a route's contract. Access is checked first, then the input is validated. */
export function defineRoute<const D extends Definition>(definition: D) {
  const { access } = definition;
  return createRoute({
    ...definition,
    middleware: [requireAccess(access)],
    "x-access": access,
    security: access === "public" ? [] : [{ bearer: [] }],
  });
}

export function newRouter() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const issues = result.error.issues.map((issue) => ({
        path: issue.path.join("."),
        message: issue.message,
      }));
      throw new AppError("validation", issues[0]?.message ?? "The request is not valid", {
        issues,
      });
    },
  });
}

export function jsonBody<Schema extends ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } } as const;
}

/** A body that can be missing: the input is then empty. */
export function optionalJsonBody<Schema extends ZodType>(schema: Schema) {
  return { body: { required: false, content: { "application/json": { schema } } } } as const;
}

export function jsonResponse<Schema extends ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } } as const;
}
