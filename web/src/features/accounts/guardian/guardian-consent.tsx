import type { GuardianAccess } from "@fairclick/core/accounts/guardian-schema";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/countries/payout-terms";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { rich } from "../../../language/rich";
import { Button } from "../../../ui/button";
import { CountrySelect } from "../../../ui/country-select";
import { FieldError } from "../../../ui/field";
import { formatDay } from "../../../ui/format/day";
import { Failure } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";

/**
 * Lets a guardian who consented set up payouts and withdraw the consent. `token` is the fragment of the
 * address; it is empty after a return from Stripe, which never receives it.
 */
export function GuardianConsent({ token }: { token: string }) {
  const access = useQuery({
    queryKey: ["guardian", "access", token],
    queryFn: async () =>
      (await readAnswer(api.auth.guardian.access.$post({ json: { token } }))).data,
    enabled: token !== "",
    retry: false,
  });
  if (token === "") {
    return (
      <p>
        {t`Open the link in your mail. If you come from Stripe, it shows whether payouts are ready.`}
      </p>
    );
  }
  if (access.isError) {
    return <Failure message={errorMessage(access.error, t`This page could not be loaded.`)} />;
  }
  if (!access.data) return <Spinner label={t`Loading your consent`} />;
  const { username, name, consentedAt } = access.data;
  return (
    <div className="space-y-6">
      <p className="break-words">
        {rich`${name}, you agreed on ${formatDay(consentedAt)} to be paid in the place of
          ${<strong>{username}</strong>}.`}
      </p>
      <Payouts token={token} access={access.data} />
      <Withdrawal token={token} />
    </div>
  );
}

const words: Record<GuardianAccess["payouts"], string> = {
  none: t`Payouts are not set up yet. Stripe asks for your name, your date of birth and your bank account.`,
  incomplete: t`Stripe still needs some details from you before it pays out.`,
  ready: t`Payouts are ready. Withdrawals go to your bank account.`,
};

function Payouts({
  token,
  access: { payouts, country },
}: {
  token: string;
  access: GuardianAccess;
}) {
  const [chosen, setChosen] = useState(country ?? "US");
  const open = useMutation({
    mutationFn: () =>
      readAnswer(api.auth.guardian.payouts.$post({ json: { token, country: chosen } })),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <section className="space-y-4">
      <h2 className="text-lg">{t`Payouts`}</h2>
      <p>{words[payouts]}</p>
      {payouts === "none" ? (
        <CountrySelect
          label={t`Country of your bank`}
          hint={
            describeUnsupported(chosen) ??
            t`Stripe opens your payout account in this country. It cannot be changed afterwards.`
          }
          value={chosen}
          disabled={open.isPending}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : null}
      <FieldError
        message={open.error ? errorMessage(open.error, t`Stripe could not be reached.`) : undefined}
      />
      <Button variant="primary" disabled={open.isPending} onClick={() => open.mutate()}>
        {payouts === "ready" ? t`View payouts at Stripe` : t`Set up payouts`}
      </Button>
    </section>
  );
}

function Withdrawal({ token }: { token: string }) {
  const withdraw = useMutation({
    mutationFn: () => readAnswer(api.auth.guardian.withdrawal.$post({ json: { token } })),
  });
  if (withdraw.data) return <p role="status">{withdraw.data.message}</p>;
  return (
    <section className="space-y-4">
      <h2 className="text-lg">{t`Withdraw your consent`}</h2>
      <p>
        {t`Nothing more is then paid out, and a withdrawal that was not sent yet is cancelled. Earnings are kept. This link stops working.`}
      </p>
      <FieldError
        message={
          withdraw.error
            ? errorMessage(withdraw.error, t`This did not work. Please try again.`)
            : undefined
        }
      />
      <Button disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {withdraw.isPending ? t`One moment...` : t`Withdraw consent`}
      </Button>
    </section>
  );
}
