import { useUser } from "../../../session/session";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { useConnectBeforeWithdrawal, useOpenBilling, useOpenPayouts } from "./payouts";

type WalletActionsProps = { onAddFunds: () => void; onWithdraw: () => void; onRefund: () => void };

export function WalletActions({ onAddFunds, onWithdraw, onRefund }: WalletActionsProps) {
  const verified = useUser()?.stripeAccountVerified ?? false;
  const payouts = useOpenPayouts();
  const connect = useConnectBeforeWithdrawal();
  const billing = useOpenBilling();
  const leaving = payouts.isPending || connect.isPending || billing.isPending;
  return (
    <Card title="Wallet Actions">
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="primary" onClick={onAddFunds}>
          Add Funds
        </Button>
        <Button disabled={leaving} onClick={() => (verified ? onWithdraw() : connect.mutate())}>
          Withdraw Funds
        </Button>
        <Button disabled={leaving} onClick={() => billing.mutate()}>
          Manage Billing
        </Button>
        <Button onClick={onRefund}>Get Money Back</Button>
        <Button disabled={leaving} onClick={() => payouts.mutate()}>
          {verified ? "View Payouts Dashboard" : "Setup Payouts"}
        </Button>
      </div>
      <p className="mt-5 border-held border-l-4 pl-3 text-sm">
        Test mode: no real money moves. Stripe integration coming soon.
      </p>
    </Card>
  );
}
