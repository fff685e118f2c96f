import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { CountryForm } from "./country-form";
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
