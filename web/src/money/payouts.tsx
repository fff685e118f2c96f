import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import {
  describeUnsupported,
  type PayoutTermsResponse,
} from "@fairclick/core/money/payout-countries";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useBankCountry } from "../session/country";
import { refreshUser } from "../session/session";
import { Button } from "../ui/button";
import { CountrySelect } from "../ui/fields";
import { Line, Lines } from "../ui/figures";
import { downToCents } from "../ui/format";
import { Card } from "../ui/layout";
import { notify } from "../ui/notify";
import { failureText, parseCents } from "./amount-form";

const words: Record<ProfileResponse["payouts"], string> = {
  none: t`No payouts account is connected yet. It is needed to withdraw earnings.`,
  incomplete: t`Stripe still needs some details from you before it pays out.`,
  ready: t`A payouts account is connected. Earnings can be withdrawn to your bank.`,
};

type PayoutsCardProps = { profile: Pick<ProfileResponse, "payouts" | "mustConfirmGuardian"> };

/** Sets up payouts. A user under 18 first confirms once that a guardian is paid. */
export function PayoutsCard({ profile: { payouts, mustConfirmGuardian } }: PayoutsCardProps) {
  const [confirmed, setConfirmed] = useState(false);
  const open = useOpenPayouts();
  return (
    <Card title={t`Payouts`}>
      <p className="mb-5">{words[payouts]}</p>
      <CountryForm payouts={payouts} />
      {mustConfirmGuardian ? (
        <label className="mt-5 flex gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0"
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
          {t`The payout account is in the name of my parent or guardian, who agrees to be paid for me until I am ${ADULT_AGE}.`}
        </label>
      ) : null}
      <div className="mt-5">
        <Button
          disabled={open.isPending || (mustConfirmGuardian && !confirmed)}
          onClick={() => open.mutate({ guardianConfirmed: confirmed })}
        >
          {payouts === "ready" ? t`View Payouts Dashboard` : t`Setup Payouts`}
        </Button>
      </div>
    </Card>
  );
}

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

export const payoutTermsQuery = queryOptions({
  queryKey: ["wallet", "payout-terms"],
  queryFn: () => readAnswer(api.stripe["payout-terms"].$get()),
});

/** The smallest withdrawal, and what arrives of the typed amount. */
export function PayoutTerms({ terms, text }: { terms: PayoutTermsResponse; text: string }) {
  const typed = parseCents(text);
  const arriving = typed.ok ? describeArriving(terms, typed.cents) : null;
  return (
    <>
      <Lines>
        <Line label={t`Smallest withdrawal`}>{downToCents(terms.minimum).text}</Line>
        {arriving ? (
          <Line label={t`Arrives at your bank`} strong>
            {arriving}
          </Line>
        ) : null}
      </Lines>
      <p className="text-sm text-soft">{terms.fee}</p>
    </>
  );
}

/** Returns for example `about €18.00`, or null if the rate is unknown. */
export function describeArriving(
  { currency, rate }: Pick<PayoutTermsResponse, "currency" | "rate">,
  cents: number,
): string | null {
  if (rate === null) return null;
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    roundingMode: "floor",
  });
  const amount = format.format((cents / 100) * rate);
  return rate === 1 ? amount : t`about ${amount}`;
}

/** The country of the user's bank, which can be chosen until a payout account exists. */
function CountryForm({ payouts }: Pick<ProfileResponse, "payouts">) {
  const country = useBankCountry();
  const choose = useChooseCountry();
  const isFixed = payouts !== "none";
  const hint = isFixed
    ? t`Stripe cannot change the country of an existing payout account.`
    : (describeUnsupported(country) ??
      t`Stripe opens your payout account in this country. It cannot be changed afterwards.`);
  return (
    <CountrySelect
      label={t`Country of your bank`}
      hint={hint}
      value={country}
      disabled={isFixed || choose.isPending}
      onChange={(event) => choose.mutate(event.currentTarget.value)}
    />
  );
}

/** Stores the country of the user's bank. */
function useChooseCountry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (country: string) =>
      readAnswer(api.users.profile.country.$put({ json: { country } })),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(failureText(error, t`Failed to change the country.`)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["profile"] }),
        queryClient.invalidateQueries({ queryKey: ["wallet"] }),
        refreshUser(queryClient),
      ]),
  });
}
