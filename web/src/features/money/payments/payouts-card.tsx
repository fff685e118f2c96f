import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { CountryForm } from "./country-form";
import { useOpenPayouts } from "./payouts";

const words: Record<ProfileResponse["payouts"], string> = {
  none: "No payouts account is connected yet. It is needed to withdraw earnings.",
  incomplete: "Stripe still needs some details from you before it pays out.",
  ready: "A payouts account is connected. Earnings can be withdrawn to your bank.",
};

export function PayoutsCard({ payouts }: Pick<ProfileResponse, "payouts">) {
  const open = useOpenPayouts();
  return (
    <Card title="Payouts">
      <p className="mb-5">{words[payouts]}</p>
      <CountryForm payouts={payouts} />
      <div className="mt-5">
        <Button disabled={open.isPending} onClick={() => open.mutate()}>
          {payouts === "ready" ? "View Payouts Dashboard" : "Setup Payouts"}
        </Button>
      </div>
    </Card>
  );
}
