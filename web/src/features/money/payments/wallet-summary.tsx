import { t } from "@fairclick/core/language/t";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { WALLET_FAILURE, walletQuery } from "../../../queries/wallet";
import { Card } from "../../../ui/card";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { Part } from "../../../ui/part";
import { Line, Lines } from "../../../ui/receipt";
import { OwedNotice } from "../owed-notice";
import { WaitingLines } from "./waiting-lines";

export function WalletSummary() {
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
