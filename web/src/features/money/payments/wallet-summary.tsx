import type { WalletSummaryResponse } from "@fairclick/core/money/payment-schema";
import { useQuery } from "@tanstack/react-query";
import { WALLET_FAILURE, walletQuery } from "../../../queries/wallet";
import { Card } from "../../../ui/card";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { Failure } from "../../../ui/notices";
import { Line, Lines } from "../../../ui/receipt";
import { Spinner } from "../../../ui/spinner";
import { OwedNotice } from "../owed-notice";
import { WaitingLines } from "./waiting-lines";

export function WalletSummary() {
  const { data: wallet, isError, refetch } = useQuery(walletQuery);
  return (
    <Card title="Wallet Summary">
      {wallet ? (
        <Summary wallet={wallet} />
      ) : isError ? (
        <Failure message={WALLET_FAILURE} onRetry={() => void refetch()} />
      ) : (
        <div className="min-h-80">
          <Spinner label="Loading wallet" />
        </div>
      )}
    </Card>
  );
}

function Summary({ wallet }: { wallet: WalletSummaryResponse }) {
  return (
    <>
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
      <h3 className="mt-4 pt-4 text-sm text-soft perforation">Of your earnings</h3>
      <Lines className="mt-1 text-sm">
        <Line label="Can be withdrawn, in whole cents">
          <Money dollars={wallet.withdrawableBalance} />
        </Line>
        <WaitingLines waiting={wallet.waiting} />
        <Line label="On its way to your bank">
          <Money dollars={wallet.pendingPayouts} />
        </Line>
        {wallet.owed > 0 ? (
          <Line label="Owed for clicks taken back">
            <Money dollars={wallet.owed} />
          </Line>
        ) : null}
      </Lines>
      <h3 className="mt-4 pt-4 text-sm text-soft perforation">Not earned yet, and may not be</h3>
      <Lines className="mt-1 text-sm">
        <Line label="Clicks that are not judged yet">
          <Money dollars={wallet.unjudgedClicks} />
        </Line>
        <Line label="Clicks that Fairclick looks at">
          <Money dollars={wallet.heldClicks} />
        </Line>
      </Lines>
      <div className="mt-2">
        <JudgedUpTo at={wallet.judgedUpTo} />
      </div>
      <OwedNotice owed={wallet.owed} />
      <p className="mt-4 text-sm text-soft">
        The balance funds campaigns. Earnings from valid clicks can be withdrawn.
      </p>
    </>
  );
}
