import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { useQuery } from "@tanstack/react-query";
import { rich } from "../../../language/rich";
import { walletQuery } from "../../../queries/wallet";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { formatMoment } from "../../../ui/format/day";
import { StatStrip } from "../../../ui/stat-strip";
import { OwedNotice } from "../owed-notice";

/** All earnings so far: withdrawable, waiting and pending. */
export function EarningsStrip() {
  const { data: wallet } = useQuery(walletQuery);
  if (!wallet) return null;
  const [next] = wallet.waiting;
  return (
    <div className="mb-8">
      <StatStrip
        stats={[
          { label: t`Total Earnings`, value: <Money dollars={wallet.totalEarnings} /> },
          {
            label: t`Can be withdrawn`,
            value: <Money dollars={wallet.withdrawableBalance} />,
            note: t`in whole cents`,
          },
          next
            ? {
                label: t`Waiting`,
                value: <Money dollars={wallet.waitingEarnings} />,
                note: describeWait(next, wallet.waiting.length),
              }
            : {
                label: t`On its way to your bank`,
                value: <Money dollars={wallet.pendingPayouts} />,
              },
          {
            label: t`Pending`,
            value: <Money dollars={wallet.unjudgedClicks} />,
            note: rich`${<Money dollars={wallet.heldClicks} />} held`,
          },
        ]}
      />
      <div className="mt-2">
        <JudgedUpTo at={wallet.judgedUpTo} />
      </div>
      <OwedNotice owed={wallet.owed} />
    </div>
  );
}

type Waiting = WalletSummaryResponse["waiting"][number];

/** Says how long the first of some amounts waits. */
function describeWait({ at, reason }: Waiting, amounts: number): string {
  if (at) {
    const until = formatMoment(at);
    return amounts > 1 ? t`the first until ${until}` : t`until ${until}`;
  }
  return reason === "link_review" ? t`a link is under review` : t`a card payment is disputed`;
}
