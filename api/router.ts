import { doneResponseSchema } from "@fairclick/core/accounts/account";
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
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, TypedResponse } from "hono";
import { createMiddleware } from "hono/factory";
import type { StatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { AnswerSchemas, AppEnv } from "./app-env";
import { requestToken } from "./middleware";
import { ok } from "./respond";

type Cost = CostKind | "unlimited";

/**
 * Says who calls a user's route: the scope of a personal key that opens it, `none` for only a person who is
 * signed in, and what the call costs.
 */
export const byUser = calledBy("user");
export const byProvedUser = calledBy("user:proof");

function calledBy<const A extends "user" | "user:proof">(access: A) {
  return <const L extends Cost | undefined = undefined>(
    keyScope: KeyScope | "none",
    limit?: L,
  ) => ({
    access,
    keyScope,
    limit: limit as L,
  });
}

/** On other routes, callers with a key are anonymous unless the route names a scope. */
type Callers =
  | { access: "user" | "user:proof"; keyScope: KeyScope | "none" }
  | { access: Exclude<Access, "user" | "user:proof">; keyScope?: KeyScope };

type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * What a request costs, of the table in `core/accounts/limits.ts`. Reading and operators' routes have a
 * default; every other route must name its kind, `unlimited` for what supervisors and Stripe call.
 */
type Costs<M extends Method> = M extends "get"
  ? { limit?: Cost | undefined }
  :
      | { access: OperatorAccess; limit?: CostKind }
      | { access: Exclude<Access, OperatorAccess>; limit: Cost };

type Requested = { params?: Schema; query?: Schema; headers?: Schema; body?: Body };
type Answered = Record<number, { description: string; content?: Content }>;

/** Any zod schema. Comparing with `ZodType` itself costs the compiler more. */
type Schema = { _zod: { input: unknown; output: unknown } };
type Content = Record<string, { schema: Schema }>;
type Body = { required: boolean; content: Content };

/**
 * A route: its contract, and `handle`, which answers a request that keeps to it, or `act` and what is then
 * done. Access is checked first, then the input is validated.
 */
type Route<Request, Responses> = {
  summary: string;
  description?: string;
  request?: Request;
} & Callers &
  (
    | { responses: Responses; handle: Handler<Request, Responses> }
    | { act: (c: RequestContext<Request>) => Promise<unknown>; done: () => string }
  );

const doneResponses = { 200: jsonResponse(doneResponseSchema, "Done") };

type Add<Routes, M extends Method> = <
  const Path extends string,
  const Responses extends Answered = typeof doneResponses,
  const Request extends Requested = object,
>(
  path: Path,
  route: Route<Request, Responses> & Costs<M>,
) => Router<Routes & Endpoint<M, Path, Request, Responses>>;

/**
 * The routes of one resource. Answers 404 for an `{act}` that the route does not have. `Routes` has their
 * input and answers, for the typed client. OpenAPIHono derives the same from each contract, but its types
 * cost the compiler many times the work.
 */
export class Router<Routes = unknown> {
  declare readonly routes: Routes;
  readonly app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      if (result.target === "param" && result.error.issues.some(({ path }) => path[0] === "act")) {
        throw new AppError("not_found", t`There is nothing at this address`);
      }
      const issues = result.error.issues.map((issue) => ({
        path: issue.path.join("."),
        message: issue.message,
      }));
      throw new AppError("validation", issues[0]?.message ?? t`The request is not valid`, {
        issues,
      });
    },
  });

  readonly get: Add<Routes, "get"> = this.adder("get");
  readonly post: Add<Routes, "post"> = this.adder("post");
  readonly put: Add<Routes, "put"> = this.adder("put");
  readonly patch: Add<Routes, "patch"> = this.adder("patch");
  readonly delete: Add<Routes, "delete"> = this.adder("delete");

  /** The cast holds because `Handler` and `Endpoint` are made from the same contract. */
  private adder(method: Method) {
    return ((path: string, route: AnyRoute | AnyAct) =>
      this.add(method, path, "act" in route ? answerDone(route) : route)) as never;
  }

  /** Adds a route that the typed client does not have. */
  add(method: Method, path: string, { handle, ...contract }: AnyRoute): this {
    const { access, keyScope, responses } = contract;
    const limit = contract.limit ?? (access.startsWith("operator") ? "operate" : "read");
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
    this.app.openapi(
      { ...contract, method, path, ...guards } as never,
      ((c: Context<AppEnv>) => {
        c.set("answers", responses);
        return handle(c);
      }) as never,
    );
    return this;
  }
}

type AnyContract = Omit<Route<Requested, AnswerSchemas>, "responses" | "handle"> & {
  limit?: Cost | undefined;
};
type AnyRoute = AnyContract & {
  responses: AnswerSchemas;
  handle: (c: Context<AppEnv>) => Response | Promise<Response>;
};
type AnyAct = AnyContract & { act: (c: Context<AppEnv>) => Promise<unknown>; done: () => string };

function answerDone({ act, done, ...contract }: AnyAct): AnyRoute {
  const handle = async (c: Context<AppEnv>) => {
    await act(c);
    return ok(c, { message: done() });
  };
  return { ...contract, responses: doneResponses, handle };
}

type Json<Schema> = { content: { "application/json": { schema: Schema } } };

type PartNames = { params: "param"; query: "query"; headers: "header"; body: "json" };

/** The schemas of a request under the names that handlers and clients use; only JSON bodies have one. */
type Schemas<Request> = {
  [Part in keyof Request & keyof PartNames as Request[Part] extends { content: unknown }
    ? Request[Part] extends Json<unknown>
      ? PartNames[Part]
      : never
    : PartNames[Part]]: Request[Part] extends Json<infer Schema> ? Schema : Request[Part];
};

type RequestContext<Request> = Context<
  AppEnv,
  string,
  { in: object; out: Output<Schemas<Request>> }
>;

type Handler<Request, Responses> = (
  c: RequestContext<Request>,
) => Answer<Responses> | Promise<Answer<Responses>>;

type Output<S> = { [Part in keyof S]: z.output<S[Part]> };

type Answer<Responses> = {
  [Status in keyof Responses & StatusCode]: Responses[Status] extends Json<infer Schema>
    ? TypedResponse<z.output<Schema>, Status, "json">
    : Response;
}[keyof Responses & StatusCode];

type Endpoint<M extends Method, Path extends string, Request, Responses> = {
  [P in RoutePath<Path>]: {
    [Call in `$${M}`]: { input: Input<Schemas<Request>>; answers: Answers<Responses> };
  };
};

/** `/links/{code}` is `/links/:code` for Hono. */
type RoutePath<Path extends string> = Path extends `${infer Start}/{${infer Param}}${infer Rest}`
  ? `${Start}/:${Param}${RoutePath<Rest>}`
  : Path;

type Input<S> = { [Part in keyof S]: z.input<S[Part]> } & {};

/** The JSON per status; unknown if it is not JSON. */
type Answers<Responses> = {
  [Status in keyof Responses & StatusCode]: Responses[Status] extends Json<infer Schema>
    ? z.input<Schema>
    : unknown;
} & {};

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

function limitRequests(kind: Cost) {
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
