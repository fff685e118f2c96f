import { compact } from "@fairclick/core/compact";
import { type ClientRequestOptions, hc } from "hono/client";
import type { AppType } from "./app";
import { encodingParams } from "./encode-params";

export type ClientOptions = {
  /** Called before every request; returns null if nobody is signed in. */
  token?: () => string | null;
  fetch?: ClientRequestOptions["fetch"];
};

/** Creates a typed client: `client.api.campaigns.$get({ query: {} })`. Runs in browsers and in the CLI. */
export function createClient(origin: string, options: ClientOptions = {}) {
  const headers = (): Record<string, string> => {
    const token = options.token?.();
    return token ? { authorization: `Bearer ${token}` } : {};
  };
  return encodingParams(hc<AppType>(origin, compact({ headers, fetch: options.fetch })));
}

export type Client = ReturnType<typeof createClient>;
