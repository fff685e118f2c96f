import type { UserResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError, errorMessage, NetworkError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { ownCampaignsQuery } from "../queries/campaigns";
import { notify } from "../ui/notify";
import { dropChoice } from "./store-language";
import { clearToken, readToken, storeToken } from "./token";

const UNVERIFIED = t`Failed to verify authentication`;

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<UserResponse | null> => {
    if (readToken() === null) return null;
    return parseUser(await readAnswer(api.auth.me.$get(), t`Authentication failed`));
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: (failures, error) => isTransient(error) && failures < 2,
  retryDelay: 500,
});

/** Validates the response, because the server may be older or newer than this page. */
function parseUser(answer: unknown): UserResponse {
  const { data } = (answer ?? {}) as { data?: { user?: UserResponse } };
  if (!data?.user) throw new Error(UNVERIFIED);
  return data.user;
}

/** True for errors that say nothing about the session, such as a server restart. */
function isTransient(error: Error): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

export function useUser(): UserResponse | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The session could not be checked, which says nothing about it. */
export class UncheckedSession extends Error {
  constructor(cause: unknown) {
    super(UNVERIFIED, { cause });
    this.name = "UncheckedSession";
  }
}

/**
 * Returns the user, or null without a session; a session that the server rejects ends with a toast.
 * Throws `UncheckedSession` and keeps the token if the server did not say whether it holds.
 */
export async function loadSession(queryClient: QueryClient): Promise<UserResponse | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!isRejection(error)) throw new UncheckedSession(error);
    endSession(queryClient);
    notifyUnauthenticated(error);
    return null;
  }
}

/** Whether the server has judged the session; a failed server or network has not. */
function isRejection(error: unknown): boolean {
  return isUnauthenticated(error) || (error instanceof ApiError && error.status === 403);
}

export function startSession(queryClient: QueryClient, user: UserResponse, token: string): void {
  queryClient.clear();
  storeToken(token);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

export function endSession(queryClient: QueryClient): void {
  forgetUser();
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

function forgetUser(): void {
  clearToken();
  dropChoice();
  localStorage.removeItem(SIDE_KEY);
}

export function notifyUnauthenticated(error: unknown): void {
  notify.error(errorMessage(error, UNVERIFIED), { id: "authentication" });
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export async function refreshUser(queryClient: QueryClient): Promise<void> {
  const user = parseUser(await readAnswer(api.auth.me.$get()));
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/**
 * Clears the token at once, and what this tab keeps for the account: the open draft. The server
 * revokes the token if it can be reached.
 */
export function signOut(): void {
  const token = readToken();
  if (token !== null) revokeToken(token);
  forgetUser();
  sessionStorage.clear();
}

export function revokeToken(token: string): void {
  const headers = { authorization: `Bearer ${token}` };
  void readAnswer(api.auth.logout.$post({}, { headers })).catch(() => undefined);
}

export type Side = "creator" | "developer";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The side that was chosen with this page. */
    side?: Side;
  }
}

/** Pages of one side of the market. The Creator Hub says nothing: sign-ins, the logo and old addresses lead there. */
const pagesOfSides: [RegExp, Side][] = [
  [/^\/app\/(developer-hub|campaigns)/, "developer"],
  [/^\/app\/(links|earnings)|[?&]tab=mine/, "creator"],
];

const SIDE_KEY = "side-of-market";

export const readSide = () => localStorage.getItem(SIDE_KEY) as Side | null;
export const storeSide = (side: Side) => localStorage.setItem(SIDE_KEY, side);

/** Returns the side that a page belongs to; if it belongs to none, the side that was used last, or null. */
export function findSide({ href, state }: { href: string; state: { side?: Side } }): Side | null {
  return state.side ?? pagesOfSides.find(([pages]) => pages.test(href))?.[1] ?? readSide();
}

/** Returns the side of a page. A browser that knows none asks once: who has campaigns is a developer. */
export function useSide(): Side {
  const known = useLocation({ select: findSide });
  const { data: own } = useQuery({ ...ownCampaignsQuery, enabled: known === null });
  const side = known ?? (own?.length ? "developer" : "creator");
  useEffect(() => {
    if (own && known === null) storeSide(side);
  }, [own, known, side]);
  return side;
}

const HOME = "/app/creator-hub";
const LONGEST = 500;

/** Returns the path if it is a page of the app, else the Creator Hub: a link must not redirect a sign-in elsewhere. */
export function pageInApp(path?: string): string {
  return isPageInApp(path) ? path : HOME;
}

/** Search parameters of a link to the login that returns to `path`. Empty for the Creator Hub. */
export function returnSearch(path: string): { next?: string } {
  return isPageInApp(path) && path !== HOME ? { next: path } : {};
}

function isPageInApp(path: string | undefined): path is string {
  return (
    path !== undefined && path.length <= LONGEST && /^\/app\/[a-z0-9/-]*(\?[\w=&%.-]*)?$/.test(path)
  );
}
