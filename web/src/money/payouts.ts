import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useBankCountry } from "../session/country";
import { notify } from "../ui/notify";
import { failureText } from "./failure-text";

const NO_ONBOARDING = t`Could not start Stripe onboarding process.`;
const NO_PORTAL = t`Could not open billing portal. Please ensure your payout details are set up.`;

type Connecting = { country: string; guardianConfirmed?: boolean };

const openConnect = ({ country, guardianConfirmed = false }: Connecting) =>
  readAnswer(
    api.stripe["create-connect-account"].$post({
      json: { country, ...(guardianConfirmed && { guardianConfirmed }) },
    }),
  );

/** Opens Stripe's onboarding, or the payouts dashboard once that is done. */
export function useOpenPayouts() {
  const country = useBankCountry();
  return useMutation({
    mutationFn: (confirmation: { guardianConfirmed?: boolean }) =>
      openConnect({ country, ...confirmation }),
    onSuccess: ({ url }) => redirectToStripe(url, NO_ONBOARDING),
    onError: (error) =>
      notify.error(failureText(error, t`Failed to connect to Stripe. Please try again later.`)),
  });
}

/** Starts onboarding when a user without a bank account withdraws. */
export function useConnectBeforeWithdrawal() {
  const country = useBankCountry();
  return useMutation({
    mutationFn: () => {
      notify.info(t`No Bank Account Connected. Connecting now...`);
      return openConnect({ country });
    },
    onSuccess: ({ url }) => redirectToStripe(url, NO_ONBOARDING),
    onError: (error) => notify.error(failureText(error, t`Failed to initiate withdrawal.`)),
  });
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
