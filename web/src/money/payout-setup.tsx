import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale, t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { profileQuery } from "../queries/accounts";
import { useBankCountry } from "../session/country";
import { refreshUser, useUser } from "../session/session";
import { Button } from "../ui/button";
import { Field } from "../ui/fields";
import { notify } from "../ui/notify";
import { failureText, type Payouts } from "./payouts";

type PayoutSetupProps = { payouts: Payouts; isNext: boolean };

/** The bank behind the earnings: its country, who is paid under 18, and why Stripe was not opened. */
export function PayoutSetup({ payouts, isNext }: PayoutSetupProps) {
  const { data: profile } = useQuery(profileQuery);
  const country = useBankCountry();
  const verified = useUser()?.stripeAccountVerified ?? false;
  const state = verified ? "ready" : (profile?.payouts ?? "none");
  const isMinor = profile?.mustConfirmGuardian ?? false;
  return (
    <section id="payouts" aria-label={t`Payouts`} className="mt-5 space-y-3 pt-4 perforation">
      <p>{words[state](countryName(country))}</p>
      {state === "none" ? <CountryForm /> : null}
      {isMinor ? <Guardian payouts={payouts} /> : null}
      {payouts.refusal ? (
        <p role="alert" className="border-refused border-l-4 pl-3">
          {payouts.refusal} <Link to="/contact">{t`Ask us`}</Link>
        </p>
      ) : null}
      <Button
        variant={isNext ? "primary" : "secondary"}
        className="self-start"
        disabled={payouts.isPending}
        onClick={payouts.open}
      >
        {verified ? t`View Payouts Dashboard` : t`Setup Payouts`}
      </Button>
    </section>
  );
}

const words: Record<ProfileResponse["payouts"], (country: string) => string> = {
  none: () => t`Connect your bank once: Stripe asks who you are.`,
  incomplete: () => t`Stripe still needs some details from you before it pays out.`,
  ready: (country) => t`Your bank is connected (${country}).`,
};

function Guardian({ payouts }: { payouts: Payouts }) {
  return (
    <label className="flex gap-3">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0"
        checked={payouts.isGuardian}
        onChange={(event) => payouts.setGuardian(event.currentTarget.checked)}
      />
      {t`The payout account is in the name of my parent or guardian, who agrees to be paid for me until I am ${ADULT_AGE}.`}
    </label>
  );
}

/** The country of the user's bank, which can be chosen until a payout account exists. */
function CountryForm() {
  const country = useBankCountry();
  const choose = useChooseCountry();
  return (
    <CountrySelect
      label={t`Country of your bank`}
      hint={describeUnsupported(country) ?? t`It cannot be changed afterwards.`}
      value={country}
      disabled={choose.isPending}
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

type CountrySelectProps = ComponentProps<"select"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Text of an option without a country; without it there is no such option. */
  none?: string;
};

const options = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));

/** A choice of any country. */
export function CountrySelect({ label, hint, error, none, ...select }: CountrySelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control}>
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
