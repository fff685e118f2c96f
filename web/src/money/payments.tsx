import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { rich } from "../language/rich";
import { UnsupportedCountry } from "../policy/unsupported-country";
import { HISTORY_FAILURE, WALLET_FAILURE, walletQuery } from "../queries/money";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { useBankCountry } from "../session/country";
import { useUser } from "../session/session";
import { Button } from "../ui/button";
import { Line, Lines, Money } from "../ui/figures";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Card, PageHeading, Part } from "../ui/layout";
import { TransactionHistory } from "./history";
import { OwedNotice } from "./owed-notice";
import type { PaymentsDialog } from "./payments-dialog";
import { useConnectBeforeWithdrawal, useOpenBilling, useOpenPayouts } from "./payouts";
import { WaitingLines } from "./waiting-lines";

const AddFundsDialog = lazy(async () => ({
  default: (await import("./add-funds-dialog")).AddFundsDialog,
}));
const RefundDialog = lazy(async () => ({
  default: (await import("./refund-dialog")).RefundDialog,
}));
const SpendDialog = lazy(async () => ({
  default: (await import("./spend-dialog")).SpendDialog,
}));
const WithdrawDialog = lazy(async () => ({
  default: (await import("./withdraw-dialog")).WithdrawDialog,
}));

type PaymentsProps = {
  dialog: PaymentsDialog | undefined;
  onDialog: (dialog: PaymentsDialog | undefined) => void;
};

export function Payments({ dialog, onDialog }: PaymentsProps) {
  const { data: wallet } = useQuery(walletQuery);
  const close = () => onDialog(undefined);
  return (
    <>
      <PageHeading title={t`Payments`} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <WalletSummary />
        <WalletActions
          onAddFunds={() => onDialog("add-funds")}
          onWithdraw={() => onDialog("withdraw")}
          onRefund={() => onDialog("refund")}
          onSpend={() => onDialog("spend")}
        />
      </div>
      <section aria-labelledby="history" className="mt-12">
        <h2 id="history" className="mb-4 text-xl">
          {t`Transaction History`}
        </h2>
        <Part loading={t`Loading transactions`} failure={HISTORY_FAILURE}>
          <TransactionHistory />
        </Part>
      </section>
      <Suspense fallback={null}>
        {dialog === "add-funds" ? <AddFundsDialog onClose={close} /> : null}
        {dialog === "refund" ? <RefundDialog onClose={close} /> : null}
        {dialog === "spend" && wallet ? <SpendDialog wallet={wallet} onClose={close} /> : null}
        {dialog === "withdraw" && wallet ? (
          <WithdrawDialog wallet={wallet} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function WalletSummary() {
  return (
    <Card title={t`Wallet Summary`}>
      <Part loading={t`Loading wallet`} failure={WALLET_FAILURE} className="min-h-80">
        <Summary />
      </Part>
    </Card>
  );
}

function Summary() {
  const { data: wallet } = useLoadedQuery(walletQuery);
  return (
    <>
      <Lines>
        <Line label={t`Balance`} strong>
          <span className="marked">
            <Money dollars={wallet.walletBalance} />
          </span>
        </Line>
        <Line label={t`Total Earnings`} strong>
          <Money dollars={wallet.totalEarnings} />
        </Line>
      </Lines>
      <h3 className="mt-4 pt-4 text-sm text-soft perforation">{t`Of your earnings`}</h3>
      <Lines className="mt-1 text-sm">
        <Line label={t`Can be withdrawn, in whole cents`}>
          <Money dollars={wallet.withdrawableBalance} />
        </Line>
        <WaitingLines waiting={wallet.waiting} />
        <Line label={t`On its way to your bank`}>
          <Money dollars={wallet.pendingPayouts} />
        </Line>
        {wallet.owed > 0 ? (
          <Line label={t`Owed for reversed clicks`}>
            <Money dollars={wallet.owed} />
          </Line>
        ) : null}
      </Lines>
      <h3 className="mt-4 pt-4 text-sm text-soft perforation">{t`Under review`}</h3>
      <Lines className="mt-1 text-sm">
        <Line label={t`Pending clicks`}>
          <Money dollars={wallet.unjudgedClicks} />
        </Line>
        <Line label={t`Held clicks`}>
          <Money dollars={wallet.heldClicks} />
        </Line>
      </Lines>
      <div className="mt-2">
        <JudgedUpTo at={wallet.judgedUpTo} />
      </div>
      <OwedNotice owed={wallet.owed} />
      <p className="mt-4 text-sm text-soft">
        {t`The balance funds campaigns. Earnings from valid clicks can be withdrawn.`}
      </p>
    </>
  );
}

type WalletActionsProps = {
  onAddFunds: () => void;
  onWithdraw: () => void;
  onRefund: () => void;
  onSpend: () => void;
};

function WalletActions(props: WalletActionsProps) {
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
