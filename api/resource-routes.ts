import { type ChangeInput, changeInputSchema, type OperatorChange } from "@fairclick/core/changes";
import { capitalize } from "@fairclick/core/language/t";
import type { Act, Resource } from "@fairclick/core/resource";
import { dataResponse, listResponse } from "@fairclick/core/schemas";
import type { Ctx, Page } from "@fairclick/services/context";
import type { Context } from "hono";
import { z } from "zod";
import type { ApiDeps, AppEnv } from "./app-env";
import { ok } from "./respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "./router";

type Fields<From> = From extends { input: infer Input extends z.ZodObject }
  ? z.output<Input>
  : unknown;

type ActInput<R extends Resource, One extends Act> = Record<R["key"], string> &
  ChangeInput &
  Fields<R["decide"]> &
  Fields<One>;

type Handlers<R extends Resource> = {
  list: (
    ctx: Ctx,
    query: z.output<R["list"]["query"]>,
    deps: ApiDeps,
  ) => Promise<Page<z.output<R["list"]["row"]>>>;
} & (R extends { show: { item: infer Item extends z.ZodObject } }
  ? { show: (ctx: Ctx, key: string, deps: ApiDeps) => Promise<z.output<Item>> }
  : { show?: never }) &
  (R extends { decide: { acts: infer Acts extends Readonly<Record<string, Act>> } }
    ? {
        acts: {
          [Name in keyof Acts]: (
            ctx: Ctx,
            input: ActInput<R, Acts[Name]>,
            deps: ApiDeps,
          ) => Promise<OperatorChange>;
        };
      }
    : { acts?: never });

/**
 * Makes the routes of a resource, with the path below which they are mounted: list, show, and one for its
 * acts. An act with an input or scope of its own has its own route.
 */
export function resourceRoutes<R extends Resource>(
  resource: R,
  handlers: Handlers<R>,
): readonly [`/api/admin/${string}`, Router] {
  const { path, one, key, keySchema = z.string().max(60), list, show, decide }: Resource = resource;
  const { acts = {}, ...read } = forAnyInput(handlers);
  const router = new Router();
  const mounted = [`/api/admin/${path}`, router] as const;
  const params = z.object({ [key]: keySchema });
  router.add("get", "/", {
    access: `operator:${list.scope}`,
    summary: capitalize(list.summary),
    request: { query: list.query },
    responses: { 200: jsonResponse(listResponse(list.row), "A page of the list") },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { items, nextCursor } = await read.list(ctx, valid(c, "query"), deps);
      return ok(c, { data: items, nextCursor });
    },
  });
  const { show: showOne } = read;
  if (show && showOne) {
    router.add("get", `/{${key}}`, {
      access: `operator:${show.scope}`,
      summary: capitalize(show.summary),
      request: { params },
      responses: { 200: jsonResponse(dataResponse(show.item), `The ${one}`) },
      handle: async (c) => {
        const { [key]: named = "" } = valid<Record<string, string>>(c, "param");
        return ok(c, { data: await showOne(c.var.ctx, named, c.var.deps) });
      },
    });
  }
  if (!decide) return mounted;
  const addActs = (names: string[], { scope, input }: Act, isOwn: boolean) =>
    router.add("post", isOwn ? `/{${key}}/${names[0]}` : `/{${key}}/{act}`, {
      access: `operator:${scope ?? decide.scope}`,
      summary: capitalize(decide.summary),
      description: names.map((name) => `${name}: ${decide.acts[name]?.about}`).join("\n\n"),
      request: {
        params: isOwn ? params : params.extend({ act: z.enum(names) }),
        ...jsonBody(changeInputSchema.extend({ ...decide.input?.shape, ...input?.shape })),
      },
      responses: changeResponses,
      handle: async (c) => {
        const { act = names[0] ?? "", ...named } = valid<Record<string, string>>(c, "param");
        const input = { ...valid<ChangeInput>(c, "json"), ...named };
        return ok(c, { data: await acts[act]?.(c.var.ctx, input, c.var.deps) });
      },
    });
  const shared: string[] = [];
  for (const [name, act] of Object.entries<Act>(decide.acts)) {
    if (act.input || act.scope) addActs([name], act, true);
    else shared.push(name);
  }
  if (shared.length > 0) addActs(shared, { about: decide.about }, false);
  return mounted;
}

type AnyHandlers = {
  list: (ctx: Ctx, query: object, deps: ApiDeps) => Promise<Page<Record<string, unknown>>>;
  show?: (ctx: Ctx, key: string, deps: ApiDeps) => Promise<Record<string, unknown>>;
  acts?: Record<string, (ctx: Ctx, input: object, deps: ApiDeps) => Promise<OperatorChange>>;
};

/** The cast holds because the contract of each route has the input of its handler. */
function forAnyInput(handlers: object): AnyHandlers {
  return handlers as AnyHandlers;
}

/** Returns an input of a request, which the route's contract has validated. */
function valid<Input>(c: Context<AppEnv>, part: "param" | "query" | "json"): Input {
  return c.req.valid(part as never) as Input;
}
