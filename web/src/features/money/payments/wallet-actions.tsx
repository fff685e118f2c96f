import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../../../language/rich";
import { UnsupportedCountry } from "../../../policy/unsupported-country";
import { useBankCountry } from "../../../session/bank-country";
import { useUser } from "../../../session/session";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { useConnectBeforeWithdrawal, useOpenBilling, useOpenPayouts } from "./payouts";

type WalletActionsProps = {
  onAddFunds: () => void;
  onWithdraw: () => void;
  onRefund: () => void;
  onSpend: () => void;
};

export function WalletActions(props: WalletActionsProps) {
  const { onAddFunds, onWithdraw, onRefund, onSpend } = props;
  const verified = useUser()?.stripeAccountVerified ?? false;
  const country = useBankCountry();
  const payouts = useOpenPayouts();
  const connect = useConnectBeforeWithdrawal();
  const billing = useOpenBilling();
  const leaving = payouts.isPending || connect.isPending || billing.isPending;
  return (
    <Card title={t`Wallet Actions`}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="primary" onClick={onAddFunds}>
          {t`Add Funds`}
        </Button>
        <Button disabled={leaving} onClick={() => (verified ? onWithdraw() : connect.mutate())}>
          {t`Withdraw Funds`}
        </Button>
        <Button disabled={leaving} onClick={() => billing.mutate()}>
          {t`Manage Billing`}
        </Button>
        <Button onClick={onRefund}>{t`Get Money Back`}</Button>
        <Button onClick={onSpend}>{t`Spend Earnings`}</Button>
        <Button disabled={leaving} onClick={() => payouts.mutate({})}>
          {verified ? t`View Payouts Dashboard` : t`Setup Payouts`}
        </Button>
      </div>
      {verified ? null : (
        <div className="mt-5 space-y-3 text-sm">
          <p className="text-soft">
            {rich`Your payout account is opened in this country: ${countryName(country)}. If your bank is elsewhere, ${<Link to="/app/profile">{t`change it in your profile`}</Link>} first.`}
          </p>
          <UnsupportedCountry />
        </div>
      )}
      <p className="mt-5 border-held border-l-4 pl-3 text-sm">
        {t`Test mode: no real money moves. Stripe integration coming soon.`}
      </p>
    </Card>
  );
}
