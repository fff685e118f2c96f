import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import type { TransactionResponse, TransactionType } from "@fairclick/core/money/deposits";
import { useQuery, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { HISTORY_FAILURE, historyQuery, walletQuery } from "../queries/money";
import { Button, MoreButton } from "../ui/button";
import { useApiChange, useDownload } from "../ui/change";
import { Mark } from "../ui/figures";
import { formatCalendarDay, formatMoment, signedDollars } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { BelowFold, Empty, PageHeading, Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { Balances } from "./balances";
import type { PaymentsDialog } from "./payments-dialog";
import { useOpenBilling } from "./payouts";

const AddFundsDialog = lazyPart(async () => (await import("./add-funds-dialog")).AddFundsDialog);
const outflowDialogs = () => import("./outflow-dialogs");
const RefundDialog = lazyPart(async () => (await outflowDialogs()).RefundDialog);
const SpendDialog = lazyPart(async () => (await outflowDialogs()).SpendDialog);
const WithdrawDialog = lazyPart(async () => (await outflowDialogs()).WithdrawDialog);

type PaymentsProps = {
  dialog: PaymentsDialog | undefined;
  onDialog: (dialog: PaymentsDialog | undefined) => void;
};

/** All of a person's money: earnings, wallet, and what both have done. */
export function Payments({ dialog, onDialog }: PaymentsProps) {
  const { data: wallet } = useQuery(walletQuery);
  const [isJustRequested, setJustRequested] = useState(false);
  const close = () => onDialog(undefined);
  return (
    <>
      <PageHeading title={t`Payments`} />
      <Balances
        isJustRequested={isJustRequested}
        onAddFunds={() => onDialog("add-funds")}
        onWithdraw={() => onDialog("withdraw")}
      >
        <BelowFold>
          <WalletActions onRefund={() => onDialog("refund")} onSpend={() => onDialog("spend")} />
        </BelowFold>
      </Balances>
      <BelowFold>
        <section aria-labelledby="history" className="mt-8">
          <h2 id="history" className="mb-4 text-xl">
            {t`Transaction History`}
          </h2>
          <Part loading={t`Loading transactions`} failure={HISTORY_FAILURE}>
            <TransactionHistory />
          </Part>
        </section>
      </BelowFold>
      <Suspense fallback={null}>
        {dialog === "add-funds" ? <AddFundsDialog onClose={close} /> : null}
        {dialog === "refund" ? <RefundDialog onClose={close} /> : null}
        {dialog === "spend" && wallet ? <SpendDialog wallet={wallet} onClose={close} /> : null}
        {dialog === "withdraw" && wallet ? (
          <WithdrawDialog
            wallet={wallet}
            onClose={close}
            onRequested={() => setJustRequested(true)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

type WalletActionsProps = { onRefund: () => void; onSpend: () => void };

/** What is needed less often than *Withdraw* and *Add Funds*, as a list. */
function WalletActions({ onRefund, onSpend }: WalletActionsProps) {
  const billing = useOpenBilling();
  const download = useDownload(
    "fairclick-transactions.csv",
    () => api.wallet["transactions.csv"].$get(),
    t`Failed to download transactions.`,
  );
  return (
    <section aria-labelledby="actions" className="mt-8">
      <h2 id="actions" className="mb-2 text-xl">
        {t`Wallet Actions`}
      </h2>
      <ul className="border-rule border-t-2 border-dashed">
        <Row about={t`Clicks and earnings by day and campaign`}>
          <Link to="/app/earnings" className={rowClass}>
            {t`Earnings`}
          </Link>
        </Row>
        <Row about={t`Earnings to your wallet, at once`}>
          <RowButton onClick={onSpend}>{t`Spend Earnings`}</RowButton>
        </Row>
        <Row about={t`From the wallet to your cards`}>
          <RowButton onClick={onRefund}>{t`Get Money Back`}</RowButton>
        </Row>
        <Row about={t`Cards and invoices, at Stripe`}>
          <RowButton disabled={billing.isPending} onClick={() => billing.mutate()}>
            {t`Manage Billing`}
          </RowButton>
        </Row>
        <Row about={t`Every transaction, as a statement`}>
          <RowButton disabled={download.isPending} onClick={() => download.mutate()}>
            {t`Download CSV`}
          </RowButton>
        </Row>
      </ul>
    </section>
  );
}

const rowClass = "inline-flex min-h-11 items-center font-semibold text-ink underline";

function RowButton(props: ComponentProps<"button">) {
  return <button type="button" className={rowClass} {...props} />;
}

function Row({ about, children }: { about: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-rule border-b-2 border-dashed py-1 max-sm:justify-between sm:*:first:w-48">
      {children}
      <span className="text-sm text-soft">{about}</span>
    </li>
  );
}

function TransactionHistory() {
  const history = useSuspenseInfiniteQuery(historyQuery);
  const transactions = history.data.pages.flatMap((page) => page.transactions);
  if (transactions.length === 0) {
    return (
      <Empty title={t`No Transactions Yet`}>{t`Deposits, budgets and earnings appear here.`}</Empty>
    );
  }
  return (
    <>
      <table className="ledger">
        <thead>
          <tr>
            <th>{t`Date`}</th>
            <th>{t`Type`}</th>
            <th className="text-right">{t`Amount`}</th>
            <th>{t`Status`}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <TransactionRow key={transaction._id} transaction={transaction} />
          ))}
        </tbody>
      </table>
      {transactions.some(({ type }) => type === "earnings") ? (
        <div className="mt-2">
          <JudgedUpTo at={history.data.pages[0]?.judgedUpTo} />
        </div>
      ) : null}
      <MoreButton list={history} label={t`Show earlier transactions`} />
    </>
  );
}

function TransactionRow({ transaction }: { transaction: TransactionResponse }) {
  const { createdAt, type, description, amount, status, cancellable, receipt } = transaction;
  return (
    <tr>
      <td className="whitespace-nowrap max-sm:text-sm max-sm:text-soft">
        <time dateTime={createdAt}>
          {type === "earnings" ? `${formatCalendarDay(createdAt)} (UTC)` : formatMoment(createdAt)}
        </time>
      </td>
      <td className="max-sm:-order-2">
        <span className="font-semibold">{typeLabels[type]}</span>
        <span className="block break-words text-sm text-soft">{description}</span>
        {cancellable ? <CancelTransaction transaction={transaction} /> : null}
        {receipt ? (
          <a href={receipt} className="text-sm underline">
            {t`Receipt`}
          </a>
        ) : null}
      </td>
      <td className="whitespace-nowrap text-right font-figures tabular-nums max-sm:-order-1">
        {signedDollars(amount)}
      </td>
      <td className="max-sm:text-right">
        <Mark tone={statusMarks[status].tone}>{statusMarks[status].word}</Mark>
      </td>
    </tr>
  );
}

const typeLabels: Record<TransactionType, string> = {
  deposit: t`Deposit`,
  reservation: t`Campaign budget`,
  release: t`Budget returned`,
  earnings: t`Earnings`,
  withdrawal: t`Withdrawal`,
  refund: t`Refund`,
  dispute: t`Dispute`,
  correction: t`Correction`,
  transfer: t`Earnings to wallet`,
};

type StatusMark = { word: string; tone: Verdict };

const statusMarks: Record<TransactionResponse["status"], StatusMark> = {
  completed: { word: t`Completed`, tone: "valid" },
  pending: { word: t`Pending`, tone: "pending" },
  failed: { word: t`Failed`, tone: "invalid" },
};

/** Cancels a withdrawal or refund that has not been sent to Stripe. Shows an error if it is too late. */
function CancelTransaction({ transaction }: { transaction: TransactionResponse }) {
  const isRefund = transaction.type === "refund";
  const cancel = useApiChange(() => requestCancel(transaction), {
    failure: isRefund ? t`Failed to cancel this refund.` : t`Failed to cancel this withdrawal.`,
    refresh: [["wallet"]],
  });
  return (
    <Button
      variant="quiet"
      className="-ml-5 text-sm"
      disabled={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {cancel.isPending ? t`Cancelling...` : isRefund ? t`Cancel refund` : t`Cancel withdrawal`}
    </Button>
  );
}

async function requestCancel({ _id, type }: TransactionResponse): Promise<{ message: string }> {
  const param = { id: _id.slice(_id.indexOf(":") + 1) };
  return type === "refund"
    ? readAnswer(api.stripe.refunds[":id"].cancel.$post({ param }))
    : readAnswer(api.stripe.withdrawals[":id"].cancel.$post({ param }));
}
