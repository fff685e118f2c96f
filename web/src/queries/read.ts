import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { allPages, readAnswer } from "../api/answer";

/** The API's answer that the stream of events repeats for a query. */
export type LiveAnswer = {
  /** Returns the address of the query's answer. It may contain the current time. */
  address: () => string;
  /** Converts an answer to the query's data; undefined if the answer is only a part of them. */
  toData: (answer: unknown, known: unknown) => unknown;
};

type Endpoint<Args, R> = { $get: (args: Args) => Promise<R>; $url: (args: Args) => URL };
type Answer<R extends ClientResponse<unknown>> = Awaited<ReturnType<typeof readAnswer<R>>>;

/** The cast holds where `Body` follows from the route's `Answer<R>`. */
async function ask<Args, R extends ClientResponse<unknown>, Body>(
  endpoint: Endpoint<Args, R>,
  args: Args,
): Promise<Body> {
  return (await readAnswer(endpoint.$get(args))) as Body;
}

type Common = {
  /** Whether the tab's stream of events keeps the data up to date. */
  isLive?: boolean;
  /** Shown in a toast if the query fails. */
  failure?: string;
  /** How long the data stay fresh (ms). */
  staleTime?: number;
};

type ReadOptions<Args, R extends ClientResponse<unknown>, Data> = Common & {
  /** A function if they contain the time or the time zone. Left out if the route takes none. */
  args?: Args | (() => Args);
  /** Takes the data out of an answer; left out for those that stand under `data`. */
  data?: (answer: Answer<R>) => Data;
};

/** Options of a query for one answer of the API. */
export function readQuery<
  Args,
  R extends ClientResponse<unknown>,
  Data = Answer<R> extends { data: infer Named } ? Named : never,
>(queryKey: QueryKey, endpoint: Endpoint<Args, R>, options: ReadOptions<Args, R, Data> = {}) {
  const { args, data: toData = takeData<Answer<R>, Data>, ...common } = options;
  // A route without arguments accepts an empty object.
  const readArgs = () =>
    (typeof args === "function" ? (args as () => Args)() : (args ?? {})) as Args;
  return queryOptions({
    queryKey,
    queryFn: () => ask<Args, R, Answer<R>>(endpoint, readArgs()).then(toData),
    ...commonOptions(common, () => endpoint.$url(readArgs()), toData),
  });
}

/** The cast holds for answers with the field `data`, of which `readQuery` infers the type. */
function takeData<Answer, Data>(answer: Answer): Data {
  return (answer as { data: Data }).data;
}

type PageQuery = { limit?: string; cursor?: string };
type Page<Item> = { data: Item[]; nextCursor: string | null };

type ListOptions<Args> = Common & {
  /** Items per page; without it as many as the server chooses. */
  limit?: string;
  args: (page: PageQuery) => Args;
};

/** Options of a query for a list that is shown page by page. */
export function readPages<Args, R extends ClientResponse<unknown>, Body = Answer<R>>(
  queryKey: QueryKey,
  endpoint: Endpoint<Args, R>,
  { args, limit, ...common }: ListOptions<Args>,
) {
  const first: PageQuery = limit === undefined ? {} : { limit };
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }): Promise<Body> => ask(endpoint, args({ ...first, ...pageParam })),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: (body) => {
      const { nextCursor } = body as Page<unknown>;
      return nextCursor ? { cursor: nextCursor } : null;
    },
    ...commonOptions(common, () => endpoint.$url(args(first)), firstPage),
  });
}

const LONG_PAGE = "100";

/** Options of a live query for all items of a list that is short enough for one person. */
export function readAll<
  Args,
  R extends ClientResponse<unknown>,
  Item = Answer<R> extends { data: (infer Listed)[] } ? Listed : never,
>(
  queryKey: QueryKey,
  endpoint: Endpoint<Args, R>,
  { args, ...common }: Omit<ListOptions<Args>, "limit" | "isLive">,
) {
  const first: PageQuery = { limit: LONG_PAGE };
  return queryOptions({
    queryKey,
    queryFn: () =>
      allPages((cursor): Promise<Page<Item>> => ask(endpoint, args({ ...first, ...cursor }))),
    ...commonOptions({ ...common, isLive: true }, () => endpoint.$url(args(first)), onlyPage),
  });
}

/** Without an event from the stream, a live query loads again after this time (ms). */
const FALLBACK_MS = 30_000;

/**
 * The stream of events repeats the answers of a live query. Each event restarts the interval, so the
 * query polls only while there is no stream.
 */
function commonOptions<Answer>(
  { isLive = false, failure, staleTime }: Common,
  url: () => URL,
  toData: (answer: Answer, known: unknown) => unknown,
) {
  const live: LiveAnswer = {
    address: () => url().pathname + url().search,
    // The cast holds because the server sends what the route at the address answers.
    toData: toData as LiveAnswer["toData"],
  };
  return {
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(isLive ? { refetchInterval: FALLBACK_MS } : {}),
    meta: { ...(isLive ? { live } : {}), ...(failure === undefined ? {} : { failure }) },
  };
}

/** The data of an infinite query of which one page is loaded; undefined if there are more. */
function firstPage(page: unknown, known: unknown) {
  const isOnly = (known as { pages: unknown[] } | undefined)?.pages.length === 1;
  return isOnly ? { pages: [page], pageParams: [{}] } : undefined;
}

/** All items of a list that one page holds; undefined if there are more pages. */
function onlyPage(page: unknown) {
  const { data, nextCursor } = page as Page<unknown>;
  return nextCursor ? undefined : data;
}
