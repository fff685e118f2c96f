import { pagePattern } from "@fairclick/core/operations/page-pattern";
import { readToken } from "../session/token";

/**
 * The first requests of a page besides the session check. `docs/tuning.md` (The first load) has what
 * sending them ahead saves.
 */
export const firstCalls: Record<string, string[]> = {
  "/app/creator-hub": [
    "/api/users/dashboard",
    "/api/campaigns?limit=12",
    "/api/campaigns/joined?limit=100",
  ],
  "/app/developer-hub": ["/api/campaigns/my-campaigns?limit=100", "/api/wallet/summary"],
  "/app/campaigns": ["/api/campaigns/my-campaigns?limit=100"],
  "/app/campaigns/$id": ["/api/campaigns/$id", "/api/campaigns/$id/stats"],
  "/app/links/$id": [
    "/api/links/$id/stats",
    "/api/campaigns/joined?limit=100",
    "/api/links/$id/conversions",
  ],
  "/app/payments": ["/api/wallet/summary", "/api/users/profile", "/api/wallet/transactions"],
  "/app/profile": ["/api/users/profile", "/api/auth/sessions", "/api/notices/settings"],
};

/** Lists with covers that are the largest things on their pages. */
const pictured = ["/api/campaigns?limit=12", "/api/campaigns/my-campaigns?limit=100"];

const COVERS = 2;

/** Responses that are not used within this time are dropped (ms). */
const KEPT_MS = 10_000;

type Page = Pick<Location, "origin" | "pathname" | "search">;

type Sent = { authorization: string; answer: Promise<Response> };

const sent = new Map<string, Sent>();

/**
 * Sends the first requests of a page while its code is still loading. A page with search parameters
 * may show something else, so only the session is checked for it.
 */
export function sendAhead({ origin, pathname, search }: Page): void {
  const token = readToken();
  if (token === null) return;
  const authorization = `Bearer ${token}`;
  const pattern = pagePattern(pathname);
  const calls = search === "" && Object.hasOwn(firstCalls, pattern) ? firstCalls[pattern] : [];
  const [, , , id = ""] = pathname.split("/");
  for (const path of ["/api/auth/me", ...(calls ?? [])]) {
    const url = origin + path.replace("$id", id);
    const answer = fetch(url, { headers: { authorization } });
    // The caller that uses the response handles its failure; an unused one is no error.
    answer.catch(() => undefined);
    if (pictured.includes(path)) loadCovers(answer).catch(() => undefined);
    sent.set(url, { authorization, answer });
  }
  setTimeout(() => sent.clear(), KEPT_MS);
}

/** Loads the first covers of a list while the code that shows them is still loading. */
async function loadCovers(answer: Promise<Response>): Promise<void> {
  const list: { data: { cover: { image: string } }[] } = await (await answer).clone().json();
  for (const { cover } of list.data.slice(0, COVERS)) new Image().src = cover.image;
}

export const isAhead = (url: string) => sent.has(url);

/** Like `fetch`, but returns the response of a request sent ahead with the same token, once. */
export function fetchOrTakeAhead(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const url = String(input);
  const ahead = sent.get(url);
  const authorization = new Headers(init.headers).get("authorization");
  if (init.method !== "GET" || ahead?.authorization !== authorization) return fetch(input, init);
  sent.delete(url);
  return ahead.answer;
}
