import { EventSource } from "eventsource";
import { readToken } from "../session/token";
import { probeServer } from "./await-server";
import { reportAnswer, reportSilence } from "./server-contact";

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
export function followStream<Events extends object>(
  url: URL,
  { on, onConnected, resume }: Stream<Events>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
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
      source?.close();
      onConnected(false);
      connect();
    }, ms);
  }

  function connect() {
    source = new EventSource(url, { fetch: fetchStream });
    source.addEventListener("open", () => {
      onConnected(true);
      retryMs = RETRY_MS;
      hear();
    });
    source.addEventListener("beat", hear);
    for (const name in on) {
      source.addEventListener(name, ({ data, lastEventId }) => {
        resume.id = lastEventId || resume.id;
        hear();
        on[name](JSON.parse(data));
      });
    }
    source.addEventListener("error", ({ code }) => {
      clearTimeout(quiet);
      onConnected(false);
      if (code === 401 || code === 404) return clearTimeout(timer);
      // The stream of a server that is well ends every five minutes.
      if (code === undefined) void probeServer();
      if (source?.readyState !== EventSource.CLOSED) return connectIn(SILENCE_MS);
      connectIn(retryMs);
      if (code !== undefined) retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    });
  }

  /** Sends the token in a header, because URLs end up in logs. */
  function fetchStream(input: string | URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${readToken() ?? ""}`);
    if (resume.id !== null) headers.set("last-event-id", resume.id);
    return fetch(input, { ...init, headers });
  }

  connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(quiet);
    source?.close();
  };
}
