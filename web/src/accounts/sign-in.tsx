import type { UserResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { startSession } from "../session/session";
import { LogoBar } from "../shell/frame";
import { Receipt } from "../ui/figures";
import { WindowTitle } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { notify } from "../ui/notify";

const LanguageSwitch = lazyPart(async () => (await import("../shell/page-tools")).LanguageSwitch);

type AccountPageProps = { title: string; lead: ReactNode; next?: string; children: ReactNode };

/** Frame of the sign-in and sign-up pages. Says if a draft is kept for `next`. */
export function AccountPage({ title, lead, next, children }: AccountPageProps) {
  return (
    <>
      <LogoBar>
        <Suspense fallback={null}>
          <LanguageSwitch />
        </Suspense>
      </LogoBar>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex min-h-dvh max-w-form flex-col justify-center px-4 pt-24 pb-16"
      >
        <Receipt>
          <WindowTitle text={`${title} · Fairclick`} />
          <h1 aria-live="polite" className="text-2xl">
            {title}
          </h1>
          <p className="mt-1 mb-6 text-soft">
            {lead} {next?.endsWith("draft=mine") ? t`Your draft is kept.` : ""}
          </p>
          {children}
        </Receipt>
      </main>
    </>
  );
}

export type SignedIn = { user: UserResponse; token: string; message: string };

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (json: { email: string; password: string }) =>
      parseSignIn(await readAnswer(api.auth.login.$post({ json }), t`Login failed`)),
    onSuccess: (signIn) => {
      if (signIn === "second_factor") return;
      const { user, token, message } = signIn;
      startSession(queryClient, user, token);
      notify.success(message || t`Login successful! Welcome back.`, { title: t`Welcome back!` });
    },
    meta: { signsIn: true },
  });
}

type Registration = {
  username: string;
  email: string;
  password: string;
  website: string;
  termsVersion: number;
};

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (json: Registration) =>
      parseSignedIn(await readAnswer(api.auth.register.$post({ json }), t`Registration failed.`)),
    onSuccess: ({ user, token }) => startSession(queryClient, user, token),
    meta: { signsIn: true },
  });
}

/** Returns the session, or that the account needs a second factor first, on `/second-factor`. */
export function parseSignIn(answer: unknown): SignedIn | "second_factor" {
  const { data } = (answer ?? {}) as { data?: { secondFactor?: boolean } };
  return data?.secondFactor ? "second_factor" : parseSignedIn(answer);
}

/** Validates the response, because the server may be older or newer than this page. */
export function parseSignedIn(answer: unknown): SignedIn {
  const { status, message, data } = (answer ?? {}) as {
    status?: string;
    message?: string;
    data?: { user?: UserResponse; token?: string };
  };
  if (status !== "success" || !data?.token || !data.user) {
    throw new Error(t`Invalid response format from server`);
  }
  return { user: data.user, token: data.token, message: message ?? "" };
}

/** URL that starts a sign-in with Google. `next` is the page to return to. */
export function googleAddress(next: string | undefined): string {
  return next ? `/api/auth/google?${new URLSearchParams({ return: next })}` : "/api/auth/google";
}
