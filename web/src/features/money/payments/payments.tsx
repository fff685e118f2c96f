import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { HISTORY_FAILURE, walletQuery } from "../../../queries/wallet";
import { PageHeading } from "../../../ui/page-heading";
import { Part } from "../../../ui/part";
import type { PaymentsDialog } from "./payments-dialog";
import { TransactionHistory } from "./transaction-history";
import { WalletActions } from "./wallet-actions";
import { WalletSummary } from "./wallet-summary";

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
