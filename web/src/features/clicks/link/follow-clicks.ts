import { type LiveClick, liveClickSchema } from "@fairclick/core/clicks/live-click-schema";
import { EventSource } from "eventsource";
import { z } from "zod";
import { api } from "../../../api/client";
import { readToken } from "../../../session/token";

const RETRY_MS = 10_000;
/** The server's heart beats every ten seconds: after this a connection is one in name only. */
const SILENCE_MS = 30_000;
const clicksSchema = z.array(liveClickSchema);

type Followers = { onClicks: (clicks: LiveClick[]) => void; onConnected: (is: boolean) => void };

/**
 * Follows the clicks of one's own link until it is told to stop. A lost connection is taken up
 * again with the last event's id; a refused or silent one begins anew, unless the answer was that
 * nobody is signed in or that there is no such link.
 */
export function followClicks(campaignId: string, { onClicks, onConnected }: Followers): () => void {
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
    source = new EventSource(api.links[":campaignId"].live.$url({ param: { campaignId } }), {
      fetch: fetchWithToken,
    });
    source.addEventListener("open", () => {
      onConnected(true);
      connectIn(SILENCE_MS);
    });
    source.addEventListener("beat", () => connectIn(SILENCE_MS));
    source.addEventListener("clicks", ({ data }) => {
      connectIn(SILENCE_MS);
      onClicks(clicksSchema.parse(JSON.parse(data)));
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

/** In a header, as everywhere: addresses end up in logs. */
function fetchWithToken(input: string | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${readToken() ?? ""}`);
  return fetch(input, { ...init, headers });
}
