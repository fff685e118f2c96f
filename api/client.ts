import { compact } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import { type ClientRequestOptions, type ClientResponse, hc } from "hono/client";
import type { apiRoutes } from "./api-routes";
import type { Router } from "./router";

export type ClientOptions = {
  /** Called before every request; returns null if nobody is signed in. */
  token?: () => string | null;
  fetch?: ClientRequestOptions["fetch"];
};

/** Creates a typed client: `client.api.campaigns.$get({ query: {} })`. Runs in browsers and in the CLI. */
export function createClient(origin: string, options: ClientOptions = {}): Client {
  const headers = (): Record<string, string> => {
    const token = options.token?.();
    return token ? { authorization: `Bearer ${token}` } : {};
  };
  return asClient(encodingParams(hc(origin, compact({ headers, fetch: options.fetch }))));
}

/** The cast holds because `hc` sends whatever path and method it is called by. */
function asClient(client: unknown): Client {
  return client as Client;
}

/** Has a property per segment of a path, then a function per method. */
export type Client = UnionToIntersection<Mounted<(typeof apiRoutes)[number]>>;

type Mounted<Entry> = Entry extends readonly [infer Prefix extends string, Router<infer Routes>]
  ? {
      [Path in keyof Routes & string]: Chain<`${Prefix}${Path}`, Routes[Path]>;
    }[keyof Routes & string]
  : never;

/** `/api/links/:code` becomes `{ api: { links: { ":code": … } } }`. */
type Chain<Path, Methods> = Path extends `/${infer Rest}`
  ? Chain<Rest, Methods>
  : Path extends `${infer First}/${infer Rest}`
    ? { [Segment in First]: Chain<Rest, Methods> }
    : Path extends ""
      ? Calls<Methods>
      : { [Segment in Path & string]: Calls<Methods> };

type Calls<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends { input: infer Input; answers: infer Answers }
    ? Call<Input, { [Status in keyof Answers]: Reply<Answers[Status], Status> }[keyof Answers]>
    : never;
} & (Methods extends { $get: { input: infer Input } }
  ? { $url: (input: Omit<Input, "header">) => URL }
  : unknown);

type Call<Input, Answer> = object extends Input
  ? (input?: Input, options?: ClientRequestOptions) => Promise<Answer>
  : (input: Input, options?: ClientRequestOptions) => Promise<Answer>;

type Reply<Body, Status> = ClientResponse<Body, Status & number, "json">;

type UnionToIntersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer Intersection,
) => void
  ? Intersection
  : never;

/**
 * Wraps a client of `hc`, which puts parameters into the path as they are: each is encoded first, so that a
 * value cannot change the route. Calls throw `validation` for values that no path can contain.
 */
function encodingParams<Node extends object>(node: Node): Node {
  return new Proxy(node, {
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver);
      return isObject(value) ? encodingParams(value) : value;
    },
    apply: (target, self, [input, ...options]: unknown[]) =>
      isFunction(target) ? Reflect.apply(target, self, [encodeInput(input), ...options]) : null,
  });
}

function encodeInput(input: unknown): unknown {
  if (!isObject(input) || !("param" in input) || !isObject(input.param)) return input;
  const param = Object.entries(input.param).map(([name, value]) => [
    name,
    encodeParam(name, String(value)),
  ]);
  return { ...input, param: Object.fromEntries(param) };
}

function encodeParam(name: string, value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new AppError("validation", `“${value}” is not a value for ${name}`);
  }
  return encodeURIComponent(value.toWellFormed());
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || isFunction(value);
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}
