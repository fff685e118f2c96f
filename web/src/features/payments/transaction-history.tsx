import type { TransactionResponse } from "@fairclick/core/schemas/payment";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { formatMoment } from "../../ui/day";
import { signedDollars } from "../../ui/exact-dollars";
import { Empty, Failure } from "../../ui/notices";
import { Spinner } from "../../ui/spinner";
import { Mark } from "../../ui/stamp";
import { HISTORY_FAILURE, historyQuery } from "./payment-queries";
import { statusMarks, typeWords } from "./transaction-words";

export function TransactionHistory() {
  const history = useInfiniteQuery(historyQuery);
  if (!history.data) {
    return history.isError ? (
      <Failure message={HISTORY_FAILURE} onRetry={() => void history.refetch()} />
    ) : (
      <Spinner label="Loading transactions" />
    );
  }
  const transactions = history.data.pages.flatMap((page) => page.transactions);
  if (transactions.length === 0) {
    return <Empty title="No Transactions Yet">Deposits, budgets and earnings appear here.</Empty>;
  }
  return (
    <>
      <div className="overflow-x-auto border-2 border-rule bg-paper">
        <table className="greenbar w-full min-w-136 text-left">
          <thead>
            <tr>
              <th className="px-4 py-3">Date</th>
              <th className="px-4 py-3">Type</th>
              <th className="px-4 py-3 text-right">Amount</th>
              <th className="px-4 py-3">Status</th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((transaction) => (
              <TransactionRow key={transaction._id} transaction={transaction} />
            ))}
          </tbody>
        </table>
      </div>
      {history.hasNextPage ? (
        <div className="mt-6 text-center">
          <Button
            disabled={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {history.isFetchingNextPage ? "Loading..." : "Show earlier transactions"}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function TransactionRow({ transaction }: { transaction: TransactionResponse }) {
  const { createdAt, type, description, amount, status } = transaction;
  return (
    <tr>
      <td className="whitespace-nowrap px-4 py-3 align-top">
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </td>
      <td className="px-4 py-3 align-top">
        <span className="font-semibold">{typeWords[type]}</span>
        <span className="block break-words text-sm text-soft">{description}</span>
      </td>
      <td className="whitespace-nowrap px-4 py-3 text-right align-top font-figures tabular-nums">
        {signedDollars(amount)}
      </td>
      <td className="px-4 py-3 align-top">
        <Mark tone={statusMarks[status].tone}>{statusMarks[status].word}</Mark>
      </td>
    </tr>
  );
}
