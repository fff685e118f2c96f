import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { t } from "@fairclick/core/language/t";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { CountryForm } from "./country-form";
import { useOpenPayouts } from "./payouts";

const words: Record<ProfileResponse["payouts"], string> = {
  none: t`No payouts account is connected yet. It is needed to withdraw earnings.`,
  incomplete: t`Stripe still needs some details from you before it pays out.`,
  ready: t`A payouts account is connected. Earnings can be withdrawn to your bank.`,
};

/** A minor's payouts are set up by the guardian, with the link of the guardian's mail. */
const wordsForMinors: Record<ProfileResponse["payouts"], string> = {
  none: t`Your guardian sets up payouts in their own name, with the link in their mail.`,
  incomplete: t`Stripe still needs some details from your guardian before it pays out.`,
  ready: t`Your guardian has set up payouts. What you withdraw is paid to them.`,
};

type PayoutsCardProps = { profile: Pick<ProfileResponse, "payouts" | "needsGuardian"> };

export function PayoutsCard({ profile: { payouts, needsGuardian } }: PayoutsCardProps) {
  const open = useOpenPayouts();
  if (needsGuardian) {
    return (
      <Card title={t`Payouts`}>
        <p>{wordsForMinors[payouts]}</p>
      </Card>
    );
  }
  return (
    <Card title={t`Payouts`}>
      <p className="mb-5">{words[payouts]}</p>
      <CountryForm payouts={payouts} />
      <div className="mt-5">
        <Button disabled={open.isPending} onClick={() => open.mutate()}>
          {payouts === "ready" ? t`View Payouts Dashboard` : t`Setup Payouts`}
        </Button>
      </div>
    </Card>
  );
}
