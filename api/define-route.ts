import type { KeyScope } from "@fairclick/core/accounts/keys";
import { type Access, requireAccess, requireKeyScope } from "./middleware/access";
import { Router } from "./router";

/**
 * A user's route says which scope of a personal key opens it; `none`: only a person who is signed in.
 * On other routes, callers with a key are anonymous unless the route names a scope.
 */
type Callers =
  | { access: "user" | "user:proof"; keyScope: KeyScope | "none" }
  | { access: Exclude<Access, "user" | "user:proof">; keyScope?: KeyScope };

type Definition = {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  description?: string;
  request?: { params?: Schema; query?: Schema; headers?: Schema; body?: Body };
  responses: Record<number, { description: string; content?: Content }>;
} & Callers;

/** Any zod schema. Comparing with `ZodType` itself costs the compiler more. */
type Schema = { _zod: { input: unknown; output: unknown } };
type Content = Record<string, { schema: Schema }>;
type Body = { required: boolean; content: Content };

/** Returns a route's contract. Access is checked first, then the input is validated. */
export function defineRoute<const D extends Definition>(definition: D): D {
  const { access, keyScope } = definition;
  const guards = {
    middleware: [requireKeyScope(access, keyScope ?? "none"), requireAccess(access)],
    "x-access": access,
    ...(keyScope ? { "x-key-scope": keyScope } : {}),
    security: access === "public" ? [] : [{ bearer: [] }],
  };
  return { ...definition, ...guards };
}

export function newRouter() {
  return new Router();
}

export function jsonBody<S extends Schema>(schema: S) {
  return { body: { required: true, content: { "application/json": { schema } } } } as const;
}

/** A body that can be missing: the input is then empty. */
export function optionalJsonBody<S extends Schema>(schema: S) {
  return { body: { required: false, content: { "application/json": { schema } } } } as const;
}

export function jsonResponse<S extends Schema>(schema: S, description: string) {
  return { description, content: { "application/json": { schema } } } as const;
}
