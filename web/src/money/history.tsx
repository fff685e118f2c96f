import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import type { TransactionResponse, TransactionType } from "@fairclick/core/money/deposits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { historyQuery } from "../queries/money";
import { useLoadedInfiniteQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { formatCalendarDay, formatMoment, signedDollars } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Empty } from "../ui/layout";
import { notify } from "../ui/notify";
import { saveFile } from "../ui/save-file";
import { Mark } from "../ui/stamp";
import { failureText } from "./failure-text";

export function TransactionHistory() {
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
