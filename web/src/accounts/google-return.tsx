import type { UserResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { redirect, useNavigate } from "@tanstack/react-router";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import {
  endSession,
  isUnauthenticated,
  pageInApp,
  returnSearch,
  revokeToken,
  sessionQuery,
  startSession,
} from "../session/session";
import { readToken } from "../session/token";
import { Button } from "../ui/button";
import { notify } from "../ui/notify";
import { AccountPage, parseSignIn, type SignedIn } from "./sign-in";

const FAILED = t`Signing in with Google did not work. Please try again.`;

/** Two accounts between which the person chooses. */
export type Choice = {
  held: UserResponse;
  offered: SignedIn;
  next: string;
};

/**
 * Exchanges the code of a fragment that a browser brought back from Google, and redirects to the app
 * or to the login. Returns what to ask if another account is signed in: its session is not replaced
 * before the person agrees. A code that does not hold changes nothing.
 */
export async function landFromGoogle(
  queryClient: QueryClient,
  fragment: string,
): Promise<{ choice: Choice }> {
  const landed = new URLSearchParams(fragment);
  const next = pageInApp(landed.get("return") ?? undefined);
  const code = landed.get("code");
  const choice = code ? await signInWithCode(queryClient, code) : null;
  if (choice === "second_factor") {
    throw redirect({ to: "/second-factor", search: returnSearch(next), replace: true });
  }
  if (choice) return { choice: { ...choice, next } };
  if (readToken() !== null) throw redirect({ href: next, replace: true });
  throw redirect({ to: "/login", search: returnSearch(next), replace: true });
}

/** Null once signed in, or when that failed. */
async function signInWithCode(
  queryClient: QueryClient,
  code: string,
): Promise<Omit<Choice, "next"> | "second_factor" | null> {
  try {
    const held = await readHeldSession(queryClient);
    const offered = await exchangeOnce(queryClient, code);
    if (offered === "second_factor") return offered;
    if (held && held._id !== offered.user._id) return { held, offered };
    acceptOffer(queryClient, offered);
  } catch (error) {
    notify.error(errorMessage(error, FAILED));
  }
  return null;
}

/** Signs in with the new session and revokes the one that was held. */
export function acceptOffer(queryClient: QueryClient, { user, token }: SignedIn): void {
  const replaced = readToken();
  if (replaced !== null && replaced !== token) revokeToken(replaced);
  startSession(queryClient, user, token);
  notify.success(t`Welcome!`);
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
function exchangeOnce(queryClient: QueryClient, code: string): Promise<SignedIn | "second_factor"> {
  return queryClient.fetchQuery({
    queryKey: ["sign-in-code", code],
    queryFn: async () =>
      parseSignIn(await readAnswer(api.auth.google.session.$post({ json: { code } }), FAILED)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks before one account's session replaces another's. */
export function ChooseAccount({ held, offered, next }: Choice) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const goOn = () => void navigate({ href: next, replace: true });

  function stay() {
    revokeToken(offered.token);
    queryClient.removeQueries({ queryKey: ["sign-in-code"] });
    goOn();
  }

  function change() {
    acceptOffer(queryClient, offered);
    goOn();
  }

  return (
    <AccountPage title={t`Change account?`} lead={t`You are signed in as ${held.username}.`}>
      <p className="mb-5">
        {t`The Google account that you have just used belongs to ${offered.user.username} (${offered.user.email}).`}
      </p>
      <div className="space-y-3">
        <Button variant="primary" className="w-full" onClick={stay}>
          {t`Stay signed in as ${held.username}`}
        </Button>
        <Button className="w-full" onClick={change}>
          {t`Sign in as ${offered.user.username}`}
        </Button>
      </div>
    </AccountPage>
  );
}
