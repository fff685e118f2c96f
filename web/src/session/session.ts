import type { UserResponse } from "@fairclick/core/accounts/account-schema";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError, errorMessage, NetworkError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { notify } from "../ui/notify";
import { clearToken, readToken, storeToken } from "./token";

const UNVERIFIED = "Failed to verify authentication";

/** The signed-in user; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<UserResponse | null> => {
    if (readToken() === null) return null;
    return parseUser(await readAnswer(api.auth.me.$get(), "Authentication failed"));
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: (failures, error) => isTransient(error) && failures < 2,
  retryDelay: 500,
});

/** The answer may come from a server older or newer than this page. */
function parseUser(answer: unknown): UserResponse {
  const { data } = (answer ?? {}) as { data?: { user?: UserResponse } };
  if (!data?.user) throw new Error(UNVERIFIED);
  return data.user;
}

/** A server that is just starting again says nothing about a session. */
function isTransient(error: Error): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

export function useUser(): UserResponse | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Never throws: a token that does not hold is forgotten, and that is said unless nobody answered. */
export async function loadSession(queryClient: QueryClient): Promise<UserResponse | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    endSession(queryClient);
    if (!(error instanceof NetworkError)) notifyUnauthenticated(error);
    return null;
  }
}

export function startSession(queryClient: QueryClient, user: UserResponse, token: string): void {
  queryClient.clear();
  storeToken(token);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

export function endSession(queryClient: QueryClient): void {
  clearToken();
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

export function notifyUnauthenticated(error: unknown): void {
  notify.error(errorMessage(error, UNVERIFIED), { id: "authentication" });
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Reads the account again, after something about it has changed elsewhere. */
export async function refreshUser(queryClient: QueryClient): Promise<void> {
  const user = parseUser(await readAnswer(api.auth.me.$get()));
  queryClient.setQueryData(sessionQuery.queryKey, user);
}
