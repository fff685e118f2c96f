import type { Verdict } from "@fairclick/core/clicks/signal";
import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import type { TransactionResponse, TransactionType } from "@fairclick/core/money/deposits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { UnsupportedCountry } from "../policy/unsupported-country";
import { HISTORY_FAILURE, historyQuery, WALLET_FAILURE, walletQuery } from "../queries/money";
import { useLoadedInfiniteQuery, useLoadedQuery } from "../queries/use-loaded-query";
import { useBankCountry } from "../session/country";
import { useUser } from "../session/session";
import { Button } from "../ui/button";
import { Line, Lines, Money } from "../ui/figures";
import { formatCalendarDay, formatMoment, signedDollars } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Card, Empty, PageHeading, Part } from "../ui/layout";
import { notify } from "../ui/notify";
import { saveFile } from "../ui/save-file";
import { Mark } from "../ui/stamp";
import { failureText } from "./failure-text";
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

function TransactionHistory() {
  const history = useLoadedInfiniteQuery(historyQuery);
  const download = useDownloadHistory();
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
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {history.hasNextPage ? (
          <Button
            disabled={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {history.isFetchingNextPage ? t`Loading...` : t`Show earlier transactions`}
          </Button>
        ) : null}
        <Button variant="quiet" disabled={download.isPending} onClick={() => download.mutate()}>
          {t`Download CSV`}
        </Button>
      </div>
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
  const queryClient = useQueryClient();
  const isRefund = transaction.type === "refund";
  const cancel = useMutation({
    mutationFn: () => requestCancel(transaction),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) =>
      notify.error(
        failureText(
          error,
          isRefund ? t`Failed to cancel this refund.` : t`Failed to cancel this withdrawal.`,
        ),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
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

const FILE_NAME = "fairclick-transactions.csv";

function useDownloadHistory() {
  return useMutation({
    mutationFn: downloadHistory,
    onError: (error) => notify.error(errorMessage(error, t`Failed to download transactions.`)),
  });
}

/** Downloads the history as CSV. A plain link could not send the token. */
async function downloadHistory(): Promise<void> {
  const request = api.wallet["transactions.csv"].$get();
  const response = await request.catch(() => null);
  if (!response?.ok) {
    await readAnswer(request);
    return;
  }
  saveFile(FILE_NAME, await response.blob());
}
