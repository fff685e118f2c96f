import { t } from "@fairclick/core/language/t";
import type { TransactionResponse } from "@fairclick/core/money/deposits";
import { useLoadedInfiniteQuery } from "../../../queries/use-loaded-query";
import { historyQuery } from "../../../queries/wallet";
import { Button } from "../../../ui/button";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Mark } from "../../../ui/clicks/stamp";
import { formatCalendarDay, formatMoment } from "../../../ui/format/day";
import { signedDollars } from "../../../ui/format/exact-dollars";
import { Empty } from "../../../ui/notices";
import { CancelTransaction } from "./cancel-transaction";
import { useDownloadHistory } from "./download-history";
import { statusMarks, typeLabels } from "./transaction-labels";

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
