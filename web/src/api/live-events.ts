import type { LiveClick } from "@fairclick/core/clicks/campaign-clicks";
import type { Query, QueryClient } from "@tanstack/react-query";
import { readToken } from "../session/token";
import { probeServer } from "./await-server";
import { api, reportAnswer, reportSilence } from "./client";

type LiveEvents = {
  notices: { unread: number };
  clicks: LiveClick[];
  answers: { changed: { address: string; answer: unknown }[]; same: string[] };
};

type Listeners = { [Name in keyof LiveEvents]?: (data: LiveEvents[Name]) => void };

/** A part of the page that follows events. */
type Part = {
  /** The campaign of the link to follow the clicks of. */
  link?: string;
  /** Addresses of the API to follow the answers of. */
  reads?: string[];
  on: Listeners;
  onConnected?: (is: boolean) => void;
};

/** Delay before the stream opens (ms), because the parts of a page register one after another. */
const SETTLE_MS = 250;
/** Max addresses that the server follows per stream. */
const MAX_READS = 12;

const parts = new Set<Part>();
let stream: { address: string; token: string | null; stop: () => void } | null = null;
/** The id of the last `clicks` event, from which a new stream for the same link resumes. */
let latest: { link: string | undefined; id: string | null } = { link: undefined, id: null };
let connected = false;
let unread: LiveEvents["notices"] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Follows events over the tab's only stream while the page is visible: hidden pages would use up the browser's
 * connections. The stream reconnects when the followed link or addresses change.
 */
export function followEvents(part: Part): { read: (reads: string[]) => void; stop: () => void } {
  if (parts.size === 0) document.addEventListener("visibilitychange", openLater);
  parts.add(part);
  if (unread) part.on.notices?.(unread);
  if (connected) part.onConnected?.(true);
  openLater();
  return {
    read: (reads) => {
      part.reads = reads;
      openLater();
    },
    stop: () => {
      parts.delete(part);
      if (parts.size > 0) return openLater();
      document.removeEventListener("visibilitychange", openLater);
      clearTimeout(timer);
      open();
    },
  };
}

function openLater(): void {
  clearTimeout(timer);
  timer = setTimeout(open, SETTLE_MS);
}

/** Opens, replaces or closes the stream as the parts need it. */
function open(): void {
  const isNeeded = parts.size > 0 && document.visibilityState === "visible";
  const link = [...parts].find((part) => part.link !== undefined)?.link;
  const url = isNeeded ? buildUrl(link) : null;
  const token = readToken();
  const isSameUser = stream?.token === token;
  if (stream?.address === url?.href && isSameUser) return;
  stream?.stop();
  stream = null;
  unread = null;
  if (latest.link !== link || !isSameUser) latest = { link, id: null };
  if (!url) {
    onConnected(false);
    return;
  }
  stream = {
    address: url.href,
    token,
    stop: followStream(url, { on, onConnected, resume: latest }),
  };
}

function buildUrl(link: string | undefined): URL {
  const reads = [...parts].flatMap((part) => part.reads ?? []);
  const read = [...new Set(reads)].sort().slice(0, MAX_READS);
  return api.events.$url({ query: { ...(link ? { link } : {}), ...(read[0] ? { read } : {}) } });
}

const on: Required<Listeners> = {
  notices: (data) => {
    unread = data;
    for (const part of parts) part.on.notices?.(data);
  },
  clicks: (data) => {
    for (const part of parts) part.on.clicks?.(data);
  },
  answers: (data) => {
    for (const part of parts) part.on.answers?.(data);
  },
};

function onConnected(is: boolean): void {
  connected = is;
  for (const part of parts) part.onConnected?.(is);
}

/** Delay after a connection has ended; the stream of a server that is well ends every five minutes (ms). */
const RECONNECT_MS = 2_000;
const RETRY_MS = 10_000;
/** Longest delay after a server has refused the stream again and again (ms). */
const MAX_RETRY_MS = 160_000;
/** The server sends a heartbeat every second. After this silence, the connection is dead (ms). */
const SILENCE_MS = 30_000;
/** After this silence, the server is said to be away (ms). */
const QUIET_MS = 2_400;

type Stream<Events> = {
  /** Listeners by the name of the event; they receive its JSON, which this server wrote. */
  on: { [Name in keyof Events]: (data: Events[Name]) => void };
  onConnected: (is: boolean) => void;
  /** The id of the last event, after which a new stream resumes. `followStream` updates it. */
  resume: { id: string | null };
};

/**
 * Follows a stream of server-sent events. Returns a function that stops it. A lost, rejected or silent
 * connection resumes after the last event's id, unless the user is signed out (401) or there is
 * nothing to follow (404). The delay doubles with every refusal in a row.
 */
function followStream<Events extends object>(
  url: URL,
  { on, onConnected, resume }: Stream<Events>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let connection = new AbortController();
  let retryMs = RETRY_MS;

  function hear() {
    clearTimeout(quiet);
    reportAnswer();
    quiet = setTimeout(reportSilence, QUIET_MS);
    connectIn(SILENCE_MS);
  }

  function connectIn(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connection.abort();
      onConnected(false);
      void connect();
    }, ms);
  }

  /** Sends the token in a header, because URLs end up in logs. */
  async function connect() {
    connection = new AbortController();
    const { signal } = connection;
    const headers = new Headers({ authorization: `Bearer ${readToken() ?? ""}` });
    if (resume.id !== null) headers.set("last-event-id", resume.id);
    const response = await fetch(url, { headers, signal, cache: "no-store" }).catch(() => null);
    if (response?.ok && response.body) {
      onConnected(true);
      retryMs = RETRY_MS;
      hear();
      await readEvents(response.body, take).catch(() => null);
    }
    if (signal.aborted) return;
    clearTimeout(timer);
    clearTimeout(quiet);
    onConnected(false);
    const code = response?.ok ? undefined : response?.status;
    if (code === 401 || code === 404) return;
    if (code === undefined) void probeServer();
    connectIn(code === undefined ? RECONNECT_MS : retryMs);
    if (code !== undefined) retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }

  function take({ event = "", data = "", id }: Fields) {
    hear();
    resume.id = id || resume.id;
    if (Object.hasOwn(on, event)) on[event as keyof Events](JSON.parse(data));
  }

  void connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(quiet);
    connection.abort();
  };
}

type Fields = { event?: string; data?: string; id?: string };

/** Reads events as this server writes them: each ends with an empty line, each field is one line. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (fields: Fields) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const fields = event.split("\n").map((line) => line.split(/: (.*)/, 2));
      take(Object.fromEntries(fields));
    }
  }
}

/** Updates the queries that the page shows from the stream of events. Returns a function that stops this. */
export function followQueries(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  /** Queries with a new answer that is only a part of their data. Their poll loads the rest. */
  const outdated = new WeakSet<Query>();
  const listLiveQueries = () =>
    new Map(
      cache
        .findAll({ type: "active", predicate: ({ meta }) => meta?.live !== undefined })
        .map((query) => [query.meta?.live?.address() ?? "", query]),
    );
  const events = followEvents({
    on: {
      answers: ({ changed, same }) => {
        const queries = listLiveQueries();
        for (const { address, answer } of changed) {
          const query = queries.get(address);
          if (query && !receive(queryClient, { query, answer })) outdated.add(query);
        }
        for (const address of same) {
          const query = queries.get(address);
          if (query && !outdated.has(query)) confirm(queryClient, query);
        }
        // Addresses can contain the current day or hour, so they are registered again.
        events.read([...queries.keys()]);
      },
    },
  });
  const update = () => events.read([...listLiveQueries().keys()]);
  update();
  const unsubscribe = cache.subscribe((event) => {
    const { type, query } = event;
    if (type === "observerAdded" || type === "observerRemoved") update();
    if (type === "updated" && event.action.type === "success") outdated.delete(query);
  });
  return () => {
    unsubscribe();
    events.stop();
  };
}

type News = { query: Query; answer: unknown };

/** Returns false if the query has to be loaded to know what has changed. */
function receive(queryClient: QueryClient, { query, answer }: News): boolean {
  // A query that is loading will have newer data.
  if (query.state.fetchStatus !== "idle") return true;
  const { queryKey } = query;
  // The answer may be older than the change that the user is making: load the query again.
  if (queryClient.isMutating() > 0) {
    void queryClient.invalidateQueries({ queryKey, exact: true });
    return true;
  }
  const data = query.meta?.live?.toData(answer, query.state.data);
  if (data !== undefined) queryClient.setQueryData(queryKey, data);
  return data !== undefined;
}

/** Marks a query's data as fresh: the server reported that they have not changed. */
function confirm(queryClient: QueryClient, query: Query): void {
  if (query.state.fetchStatus !== "idle") return;
  queryClient.setQueryData(query.queryKey, (known: unknown) => known);
}
