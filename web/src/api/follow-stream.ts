import { EventSource } from "eventsource";
import { readToken } from "../session/token";

const RETRY_MS = 10_000;
/** The server sends a heartbeat every 10 s. After this silence, the connection is dead (ms). */
const SILENCE_MS = 30_000;

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
  let source: EventSource | undefined;

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
      connectIn(SILENCE_MS);
    });
    source.addEventListener("beat", () => connectIn(SILENCE_MS));
    source.addEventListener(event, ({ data }) => {
      connectIn(SILENCE_MS);
      onEvent(JSON.parse(data));
    });
    source.addEventListener("error", ({ code }) => {
      onConnected(false);
      if (code === 401 || code === 404) return clearTimeout(timer);
      connectIn(source?.readyState === EventSource.CLOSED ? RETRY_MS : SILENCE_MS);
    });
  }

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** Sends the token in a header, because URLs end up in logs. */
function fetchWithToken(input: string | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${readToken() ?? ""}`);
  return fetch(input, { ...init, headers });
}
