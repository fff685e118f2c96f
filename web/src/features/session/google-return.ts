import type { UserResponse } from "@fairclick/core/schemas/account";
import type { QueryClient } from "@tanstack/react-query";
import { answerOf, messageOf } from "../../api/answer";
import { api } from "../../api/client";
import { notify } from "../../ui/notify";
import { endSession, isUnauthenticated, sessionQuery, startSession } from "./session";
import { type SignedIn, signedIn } from "./sign-in";
import { revokeToken } from "./sign-out";
import { readToken } from "./token";

const FAILED = "Signing in with Google did not work. Please try again.";

/** Two accounts between which the person chooses. */
export type Choice = { held: UserResponse; offered: SignedIn };
export type GoogleReturn = { kind: "signed_in" } | { kind: "failed" } | ({ kind: "ask" } & Choice);

/**
 * Exchanges the code that a browser brought back from Google. A session of another account is not
 * replaced before the person agrees, and a code that does not hold changes nothing.
 */
export async function returnFromGoogle(
  queryClient: QueryClient,
  code: string,
): Promise<GoogleReturn> {
  try {
    const held = await readHeldSession(queryClient);
    const offered = await exchangeOnce(queryClient, code);
    if (held && held._id !== offered.user._id) return { kind: "ask", held, offered };
    acceptOffer(queryClient, offered);
    return { kind: "signed_in" };
  } catch (error) {
    notify.error(messageOf(error, FAILED));
    return { kind: "failed" };
  }
}

/** Signs in with the new session and revokes the one that was held. */
export function acceptOffer(queryClient: QueryClient, { user, token }: SignedIn): void {
  const replaced = readToken();
  if (replaced !== null && replaced !== token) revokeToken(replaced);
  startSession(queryClient, user, token);
  notify.success("Welcome!");
}

/** Null if nobody is signed in. Throws if that cannot be found out. */
async function readHeldSession(queryClient: QueryClient): Promise<UserResponse | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    endSession(queryClient);
    return null;
  }
}

/** A code can be exchanged once, and a page can be loaded twice. */
function exchangeOnce(queryClient: QueryClient, code: string): Promise<SignedIn> {
  return queryClient.fetchQuery({
    queryKey: ["sign-in-code", code],
    queryFn: async () =>
      signedIn(await answerOf(api.auth.google.session.$post({ json: { code } }), FAILED)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
