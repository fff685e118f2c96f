import { createClient } from "@fairclick/api/client";
import { fetchOrTakeAhead } from "../cold-start/request-ahead";
import { agreementQuestion, fetchWithProof } from "../session/questions";
import { readToken } from "../session/token";

/** A read that takes longer says that the server is away (ms). Changes may take longer. */
const PATIENCE_MS = 2_500;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** Like `fetch`, and reports whether the server answers. */
export async function fetchWatched(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const isRead = (init.method ?? "GET") === "GET";
  const timer = isRead ? setTimeout(reportSilence, PATIENCE_MS) : undefined;
  try {
    const response = await fetchOrTakeAhead(input, init);
    const { status } = response;
    if (status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT) reportSilence();
    else reportAnswer();
    return response;
  } catch (error) {
    if (!init.signal?.aborted) reportSilence();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns `send`, except that if the server first needs the user's acceptance of the terms, it asks
 * for it and sends the request again. Returns the refusal if the user does not answer.
 */
function fetchAfterAgreement(send: Send): Send {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 403) return response;
    const { code } = await readCode(response);
    if (code !== "terms_required") return response;
    return (await agreementQuestion.ask()) ? send(input, init) : response;
  };
}

async function readCode(response: Response): Promise<{ code?: string }> {
  return response
    .clone()
    .json()
    .catch(() => ({}));
}

/** Whether the server answers, and when it last did (null before the first answer). */
export type ServerContact = { isAway: boolean; answeredAt: Date | null };

let contact: ServerContact = { isAway: false, answeredAt: null };
const listeners = new Set<() => void>();

export function readContact(): ServerContact {
  return contact;
}

export function subscribeToContact(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportAnswer(): void {
  change({ isAway: false, answeredAt: new Date() });
}

/** A request failed, or is unanswered for too long. What was loaded before stays on the screen. */
export function reportSilence(): void {
  if (!contact.isAway) change({ ...contact, isAway: true });
}

function change(next: ServerContact): void {
  const isNews = next.isAway !== contact.isAway;
  contact = next;
  if (isNews) for (const listener of listeners) listener();
}

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchWithProof(fetchAfterAgreement(fetchWatched)),
});
