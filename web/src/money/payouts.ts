import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import { findPayoutCountry } from "@fairclick/core/money/payout-countries";
import { type QueryClient, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { payoutTermsQuery } from "../queries/money";
import { useBankCountry } from "../session/country";
import { refreshUser } from "../session/session";
import { notify } from "../ui/notify";

const NO_ONBOARDING = t`Could not start Stripe onboarding process.`;
const NO_PORTAL = t`Could not open billing portal. Please ensure your payout details are set up.`;

export type Payouts = {
  /** Opens Stripe's onboarding, or the payouts dashboard once that is done. */
  open: () => void;
  /** Starts onboarding when a user without a bank account withdraws. */
  connect: () => void;
  isPending: boolean;
  /** Why the server opens no payout account, in its words. The page shows it, because a toast vanishes. */
  refusal: string | null;
  /** Whether a user under 18 has confirmed that a guardian is paid. */
  isGuardian: boolean;
  setGuardian: (confirmed: boolean) => void;
};

export function usePayouts(): Payouts {
  const [isGuardian, setGuardian] = useState(false);
  const connect = useConnect(isGuardian);
  const { isPending, error } = connect;
  return {
    open: () => connect.mutate(t`Failed to connect to Stripe. Please try again later.`),
    connect: () => {
      notify.info(t`No Bank Account Connected. Connecting now...`);
      connect.mutate(t`Failed to initiate withdrawal.`);
    },
    isPending,
    refusal: isRefusal(error) ? error.message : null,
    isGuardian,
    setGuardian: (confirmed) => {
      connect.reset();
      setGuardian(confirmed);
    },
  };
}

/** The variable is the toast for a failure that is no refusal. */
function useConnect(isGuardian: boolean) {
  const country = useBankCountry();
  return useMutation({
    mutationFn: (_failure: string) =>
      readAnswer(
        api.stripe["create-connect-account"].$post({
          json: { country, ...(isGuardian && { guardianConfirmed: true }) },
        }),
      ),
    onSuccess: ({ url }) => redirectToStripe(url, NO_ONBOARDING),
    onError: (error, failure) => {
      if (!isRefusal(error)) notify.error(failureText(error, failure));
    },
  });
}

function isRefusal(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.message !== "";
}

export function useOpenBilling() {
  return useMutation({
    mutationFn: () => readAnswer(api.stripe["create-portal-session"].$post()),
    onSuccess: ({ url }) => redirectToStripe(url, NO_PORTAL),
    onError: (error) => notify.error(failureText(error, t`Failed to open billing management.`)),
  });
}

/** Redirects to Stripe, or shows the failure without a URL. */
export function redirectToStripe(url: string | undefined, failure: string): void {
  if (url) window.location.assign(url);
  else notify.error(failure);
}

/** Toast texts are also their ids, so that each is shown once however often the router loads the page. */
const CONNECTED = t`Successfully connected your Stripe account!`;
const INCOMPLETE = t`Stripe still needs some details from you before it pays out.`;
const REAUTH = t`There was an issue with Stripe connection, please try again.`;

type Return = { stripe_return?: unknown; reauth?: unknown };

/** Handles a return from Stripe and shows its outcome. Returns false if the address is no return. */
export async function returnFromStripe(queryClient: QueryClient, search: Return): Promise<boolean> {
  if (search.stripe_return !== undefined) {
    await connected(queryClient);
    return true;
  }
  if (search.reauth === undefined) return false;
  notify.error(REAUTH, { id: REAUTH });
  return true;
}

async function connected(queryClient: QueryClient): Promise<void> {
  try {
    const { stripeAccountVerified } = await readAnswer(api.stripe["refresh-account"].$post());
    await refreshUser(queryClient);
    if (stripeAccountVerified) notify.success(CONNECTED, { id: CONNECTED });
    else notify.success(INCOMPLETE, { id: CONNECTED, title: CONNECTED });
  } catch {
    notify.error(REAUTH, { id: REAUTH });
  }
}

/** Returns the server's message for client errors and 503, else the fallback. */
export function failureText(error: unknown, fallback: string): string {
  const tells = error instanceof ApiError && (error.status < 500 || error.status === 503);
  return tells && error.message !== "" ? error.message : fallback;
}

/** Cents of the smallest withdrawal to the country that is chosen or preselected; 1 until they are loaded. */
export function useSmallestCents(): number {
  const country = findPayoutCountry(useBankCountry());
  const { data: terms } = useQuery(payoutTermsQuery);
  return terms ? Math.max(Math.round(terms.minimum * 100), country?.minimumCents ?? 1) : 1;
}

/** Says also what is missing to it; with no money at all, only what it is. */
export function describeSmallest(cents: number, availableCents = 0): string {
  const dollars = (of: number) => formatDollars(microsFromCents(of));
  return availableCents > 0 && availableCents < cents
    ? t`The smallest withdrawal is ${dollars(cents)}: you need ${dollars(cents - availableCents)} more.`
    : t`The smallest withdrawal is ${dollars(cents)}.`;
}
