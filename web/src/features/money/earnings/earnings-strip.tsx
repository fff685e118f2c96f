import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
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
            note: "in whole cents",
          },
          next
            ? {
                label: t`Waiting`,
                value: <Money dollars={wallet.waitingEarnings} />,
                note: next.at
                  ? `${wallet.waiting.length > 1 ? "the first until" : "until"} ${formatMoment(next.at)}`
                  : next.reason === "link_review"
                    ? "a link is under review"
                    : "a card payment is disputed",
              }
            : {
                label: t`On its way to your bank`,
                value: <Money dollars={wallet.pendingPayouts} />,
              },
          {
            label: t`Pending`,
            value: <Money dollars={wallet.unjudgedClicks} />,
            note: (
              <>
                <Money dollars={wallet.heldClicks} /> {t`held`}
              </>
            ),
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
