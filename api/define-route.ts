import type { KeyScope } from "@fairclick/core/accounts/keys";
import type { CostKind } from "@fairclick/core/accounts/limits";
import { changeResponseSchema } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { OperatorScope } from "@fairclick/core/operations/operators";
import { limitRequest } from "@fairclick/services/accounts/limits";
import { requireProof } from "@fairclick/services/accounts/prove-identity";
import { requireCampaign } from "@fairclick/services/changes";
import type { Ctx } from "@fairclick/services/context";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env";
import { requestToken } from "./middleware";
import { Router } from "./router";

/**
 * A user's route says which scope of a personal key opens it; `none`: only a person who is signed in.
 * On other routes, callers with a key are anonymous unless the route names a scope.
 */
type Callers =
  | { access: "user" | "user:proof"; keyScope: KeyScope | "none" }
  | { access: Exclude<Access, "user" | "user:proof">; keyScope?: KeyScope };

/**
 * What a request costs, of the table in `core/accounts/limits.ts`. Reading and operators' routes have a
 * default; every other route must name its kind, `unlimited` for what supervisors and Stripe call.
 */
type Costs =
  | { method: "get"; limit?: CostKind | "unlimited" }
  | { method: Writing; access: OperatorAccess; limit?: CostKind }
  | { method: Writing; access: Exclude<Access, OperatorAccess>; limit: CostKind | "unlimited" };
type Writing = "post" | "put" | "patch" | "delete";

type Definition = {
  path: string;
  summary: string;
  description?: string;
  request?: { params?: Schema; query?: Schema; headers?: Schema; body?: Body };
  responses: Record<number, { description: string; content?: Content }>;
} & Callers &
  Costs;

/** Any zod schema. Comparing with `ZodType` itself costs the compiler more. */
type Schema = { _zod: { input: unknown; output: unknown } };
type Content = Record<string, { schema: Schema }>;
type Body = { required: boolean; content: Content };

/** Returns a route's contract. Access is checked first, then the input is validated. */
export function defineRoute<const D extends Definition>(definition: D): D {
  const {
    access,
    keyScope,
    limit = access.startsWith("operator") ? "operate" : "read",
  } = definition;
  const guards = {
    middleware: [
      requireKeyScope(access, keyScope ?? "none"),
      requireAccess(access),
      limitRequests(limit),
    ],
    "x-access": access,
    "x-limit": limit,
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

/** The responses of a route with which operators make a change, or preview it. */
export const changeResponses = {
  200: jsonResponse(changeResponseSchema, "What changed, or would change in a dry run"),
} as const;

/**
 * Who may call a route. `user:proof` needs a user who proved their identity in this session within
 * ten minutes, or a personal key with the route's scope, which was made with such a proof; `campaign`
 * needs a campaign's API key, `operator` any operator's token, `operator:<scope>` one with that scope.
 */
export type Access = "public" | "user" | "user:proof" | "campaign" | OperatorAccess;
type OperatorAccess = "operator" | `operator:${OperatorScope}`;

/**
 * Refuses personal keys without the route's scope. On a public route such a key counts for nothing:
 * the caller is anonymous there.
 */
function requireKeyScope(access: Access, scope: KeyScope | "none") {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { ctx } = c.var;
    const key = ctx?.actor.kind === "user" ? ctx.actor.key : undefined;
    if (key && (scope === "none" || !key.scopes.includes(scope))) {
      if (access.startsWith("user")) throw new AppError("forbidden", explainRefusal(scope));
      c.set("ctx", { ...ctx, actor: { kind: "public" } });
    }
    await next();
  });
}

function explainRefusal(scope: KeyScope | "none"): string {
  if (scope === "none") return t`API keys cannot do this: sign in to the app`;
  return t`This API key does not have the scope ${scope}`;
}

/** A token with the form of a session's was one: its session has ended. */
function explainUnknown(token: string | null): string {
  return token !== null && /^[\w-]{43}$/.test(token)
    ? t`Your session has ended. Please log in again.`
    : t`Authentication failed`;
}

function requireAccess(access: Access) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (access === "public") return next();
    const { actor } = c.var.ctx;
    if (access === "campaign") requireCampaign(c.var.ctx);
    if (access.startsWith("user") && actor.kind !== "user") {
      throw new AppError("unauthenticated", explainUnknown(requestToken(c)));
    }
    if (access === "user:proof" && actor.kind === "user" && !actor.key) {
      await requireProof(c.var.ctx, requestToken(c) ?? "");
    }
    if (access.startsWith("operator")) {
      if (actor.kind !== "operator") {
        throw new AppError("unauthenticated", "Authentication failed");
      }
      const [, scope] = /^operator:(.+)$/.exec(access) ?? [];
      if (scope !== undefined && !actor.scopes.includes(scope)) {
        throw new AppError("forbidden", `This token does not have the scope ${scope}`);
      }
    }
    await next();
  });
}

function limitRequests(kind: CostKind | "unlimited") {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (kind !== "unlimited") {
      await limitRequest(c.var.deps.limits, kind, { id: callerId(c.var.ctx), ip: c.var.clientIp });
    }
    await next();
  });
}

function callerId({ actor }: Ctx): string | null {
  switch (actor.kind) {
    case "user":
      return actor.userId;
    case "operator":
      return actor.operatorId;
    case "campaign":
      return actor.keyId;
    case "public":
    case "system":
      return null;
  }
}
