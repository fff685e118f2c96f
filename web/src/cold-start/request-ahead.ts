import { readToken } from "../session/token";

/** What a page is sure to ask for as soon as its code is there, beside who is signed in. */
const firstCalls: Record<string, string[]> = {
  "/app/creator-hub": [
    "/api/users/dashboard",
    "/api/campaigns?limit=24",
    "/api/campaigns/joined?limit=100",
  ],
};

/** An answer that nobody took by then is old. */
const KEPT_MS = 10_000;

type Page = Pick<Location, "origin" | "pathname" | "search">;

type Asked = { authorization: string; answer: Promise<Response> };

const asked = new Map<string, Asked>();

/**
 * Sends the first calls of a page while its code is still on the way. Nothing is asked for a page
 * with a search of its own: it may show something else.
 */
export function sendAhead({ origin, pathname, search }: Page): void {
  const token = readToken();
  if (token === null) return;
  const authorization = `Bearer ${token}`;
  const calls = search === "" ? (firstCalls[pathname] ?? []) : [];
  for (const path of ["/api/auth/me", ...calls]) {
    const url = origin + path;
    const answer = fetch(url, { headers: { authorization } });
    // Whoever takes it is told; unasked for, a lost connection is nobody's error.
    answer.catch(() => undefined);
    asked.set(url, { authorization, answer });
  }
  setTimeout(() => asked.clear(), KEPT_MS);
}

/** `fetch`, but for what was asked ahead with the same token: that answer is given, once. */
export function fetchOrTakeAhead(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const url = String(input);
  const ahead = asked.get(url);
  const authorization = new Headers(init.headers).get("authorization");
  if (init.method !== "GET" || ahead?.authorization !== authorization) return fetch(input, init);
  asked.delete(url);
  return ahead.answer;
}
