import type { KeyScope } from "@fairclick/core/accounts/key-scopes";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { ZodType } from "zod";
import type { AppEnv } from "./app-env";
import { type Access, requireAccess, requireKeyScope } from "./middleware/access";

/**
 * A user's route says which scope of a personal key opens it; `none`: only a person who is signed in.
 * On other routes, callers with a key are anonymous unless the route names a scope.
 */
type Callers =
  | { access: "user" | "user:proof"; keyScope: KeyScope | "none" }
  | { access: Exclude<Access, "user" | "user:proof">; keyScope?: KeyScope };

type Definition = Omit<RouteConfig, "middleware" | "security"> & Callers;

/** Returns a route's contract. Access is checked first, then the input is validated. */
export function defineRoute<const D extends Definition>(definition: D) {
  const { access, keyScope } = definition;
  return createRoute({
    ...definition,
    middleware: [requireKeyScope(access, keyScope ?? "none"), requireAccess(access)],
    "x-access": access,
    ...(keyScope ? { "x-key-scope": keyScope } : {}),
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
      throw new AppError("validation", issues[0]?.message ?? t`The request is not valid`, {
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
