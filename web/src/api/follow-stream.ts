import { EventSource } from "eventsource";
import { readToken } from "../session/token";
import { probeServer } from "./await-server";
import { reportAnswer, reportSilence } from "./server-contact";

const RETRY_MS = 10_000;
/** The server sends a heartbeat every second. After this silence, the connection is dead (ms). */
const SILENCE_MS = 30_000;
/** After this silence, the server is said to be away (ms). */
const QUIET_MS = 2_400;

type Stream = {
  /** Name of the events; `onEvent` receives their parsed JSON. */
  event: string;
  onEvent: (data: unknown) => void;
  onConnected: (is: boolean) => void;
};

/**
 * Follows a stream of server-sent events. Returns a function that stops it. A lost connection resumes
 * after the last event's id; a rejected or silent one starts over, unless the user is signed out
 * (401) or there is nothing to follow (404).
 */
export function followStream(url: URL, { event, onEvent, onConnected }: Stream): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;

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
    source = new EventSource(url, { fetch: fetchWithToken });
    source.addEventListener("open", () => {
      onConnected(true);
      hear();
    });
    source.addEventListener("beat", hear);
    source.addEventListener(event, ({ data }) => {
      hear();
      onEvent(JSON.parse(data));
    });
    source.addEventListener("error", ({ code }) => {
      clearTimeout(quiet);
      onConnected(false);
      if (code === 401 || code === 404) return clearTimeout(timer);
      // The stream of a server that is well ends every five minutes.
      if (code === undefined) void probeServer();
      connectIn(source?.readyState === EventSource.CLOSED ? RETRY_MS : SILENCE_MS);
    });
  }

  connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(quiet);
    source?.close();
  };
}

/** Sends the token in a header, because URLs end up in logs. */
function fetchWithToken(input: string | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${readToken() ?? ""}`);
  return fetch(input, { ...init, headers });
}
