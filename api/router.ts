import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, TypedResponse } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { AnswerSchemas, AppEnv } from "./app-env";

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

  /** Adds a route. The casts hold because `Handler` and `Endpoint` are made from the same contract. */
  openapi<Contract>(
    contract: Contract,
    handler: Handler<Contract>,
  ): Router<Routes & Endpoint<Contract>> {
    const { responses } = contract as { responses: AnswerSchemas };
    const handle = handler as (c: Context<AppEnv>) => Response | Promise<Response>;
    this.app.openapi(
      contract as never,
      ((c: Context<AppEnv>) => {
        c.set("answers", responses);
        return handle(c);
      }) as never,
    );
    return this as never;
  }
}

type Json<Schema> = { content: { "application/json": { schema: Schema } } };

type PartNames = { params: "param"; query: "query"; headers: "header"; body: "json" };

/** The schemas of a request under the names that handlers and clients use; only JSON bodies have one. */
type Schemas<Contract> = Contract extends { request: infer Request }
  ? {
      [Part in keyof Request & keyof PartNames as Request[Part] extends { content: unknown }
        ? Request[Part] extends Json<unknown>
          ? PartNames[Part]
          : never
        : PartNames[Part]]: Request[Part] extends Json<infer Schema> ? Schema : Request[Part];
    }
  : object;

type Handler<Contract> = Contract extends { responses: infer Responses }
  ? (
      c: Context<AppEnv, string, { in: object; out: Output<Schemas<Contract>> }>,
    ) => Answer<Responses> | Promise<Answer<Responses>>
  : never;

type Output<S> = { [Part in keyof S]: z.output<S[Part]> };

type Answer<Responses> = {
  [Status in keyof Responses & StatusCode]: Responses[Status] extends Json<infer Schema>
    ? TypedResponse<z.output<Schema>, Status, "json">
    : Response;
}[keyof Responses & StatusCode];

type Endpoint<Contract> = Contract extends {
  method: infer Method extends string;
  path: infer Path extends string;
  responses: infer Responses;
}
  ? {
      [P in RoutePath<Path>]: {
        [M in `$${Method}`]: { input: Input<Schemas<Contract>>; answers: Answers<Responses> };
      };
    }
  : never;

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
