import type { ClientResponse } from "hono/client";
import type { readAnswer } from "../api/answer";

/** The API's answer that the stream of events repeats for a query. */
export type LiveAnswer = {
  /** Returns the address of the query's answer. It may contain the current time. */
  address: () => string;
  /** Converts an answer to the query's data; undefined if the answer is only a part of them. */
  toData: (answer: unknown, known: unknown) => unknown;
};

/** Without an event from the stream, a query loads again after this time (ms). */
const FALLBACK_MS = 30_000;

type Endpoint<Args, R> = { $get: (args: Args) => Promise<R>; $url: (args: Args) => URL };
type Answer<R extends ClientResponse<unknown>> = Awaited<ReturnType<typeof readAnswer<R>>>;

/**
 * Options of a query that the tab's stream of events keeps up to date. Each event restarts the interval,
 * so the query polls only while there is no stream.
 */
export function liveOptions<Args, R extends ClientResponse<unknown>, Data>(
  endpoint: Endpoint<Args, R>,
  args: () => Args,
  toData: (answer: Answer<R>, known: unknown) => Data | undefined,
) {
  const live: LiveAnswer = {
    address: () => {
      const { pathname, search } = endpoint.$url(args());
      return pathname + search;
    },
    // The cast holds because the server sends what the route at the address answers, of type `Answer<R>`.
    toData: toData as LiveAnswer["toData"],
  };
  return { refetchInterval: FALLBACK_MS, meta: { live } };
}

type Page<Item> = { data: Item[]; nextCursor: string | null };

/** The data of an infinite query of which one page is loaded; undefined if there are more. */
export function firstPage<Page>(page: Page, known: unknown) {
  const isOnly = (known as { pages: unknown[] } | undefined)?.pages.length === 1;
  return isOnly ? { pages: [page], pageParams: [{}] } : undefined;
}

/** All items of a list that one page holds; undefined if there are more pages. */
export function onlyPage<Item>({ data, nextCursor }: Page<Item>): Item[] | undefined {
  return nextCursor ? undefined : data;
}
