import { type ClientRequestOptions, hc } from "hono/client";
import type { AppType } from "./app";

export type ClientOptions = {
  /** Asked before every call; null when nobody is signed in. */
  token?: () => string | null;
  fetch?: ClientRequestOptions["fetch"];
};

/** The API, typed: `client.api.campaigns.$get({ query: {} })`. Runs in browsers and in the CLI. */
export function createClient(origin: string, options: ClientOptions = {}) {
  return hc<AppType>(origin, {
    headers: (): Record<string, string> => {
      const token = options.token?.();
      return token ? { authorization: `Bearer ${token}` } : {};
    },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
}

export type Client = ReturnType<typeof createClient>;
