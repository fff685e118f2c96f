import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/card";
import { Money } from "../../ui/figure";
import { Failure } from "../../ui/notices";
import { Line, Lines } from "../../ui/receipt";
import { Spinner } from "../../ui/spinner";
import { WALLET_FAILURE, walletQuery } from "./payment-queries";

export function WalletSummary() {
  const { data: wallet, isError, refetch } = useQuery(walletQuery);
  if (!wallet) {
    return (
      <Card title="Wallet Summary">
        {isError ? (
          <Failure message={WALLET_FAILURE} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading wallet" />
        )}
      </Card>
    );
  }
  return (
    <Card title="Wallet Summary">
      <Lines>
        <Line label="Balance" strong>
          <span className="marked">
            <Money dollars={wallet.walletBalance} />
          </span>
        </Line>
        <Line label="Total Earnings" strong>
          <Money dollars={wallet.totalEarnings} />
        </Line>
      </Lines>
      <Lines className="mt-4 pt-4 text-sm perforation">
        <Line label="Can be withdrawn, in whole cents">
          <Money dollars={wallet.withdrawableBalance} />
        </Line>
        <Line label="On its way to your bank">
          <Money dollars={wallet.pendingPayouts} />
        </Line>
      </Lines>
      <p className="mt-4 text-sm text-soft">
        The balance funds campaigns. Earnings from valid clicks can be withdrawn.
      </p>
    </Card>
  );
}
