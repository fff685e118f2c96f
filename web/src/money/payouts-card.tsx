import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useBankCountry } from "../session/country";
import { refreshUser } from "../session/session";
import { Button } from "../ui/button";
import { CountrySelect } from "../ui/country-select";
import { Card } from "../ui/layout";
import { notify } from "../ui/notify";
import { failureText } from "./failure-text";
import { useOpenPayouts } from "./payouts";

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
