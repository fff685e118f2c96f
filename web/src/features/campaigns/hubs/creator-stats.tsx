import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../../../queries/campaigns";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Count, Money } from "../../../ui/figure";
import { StatStrip } from "../../../ui/stat-strip";

const unknown = <span aria-hidden="true">…</span>;

export function CreatorStats() {
  const { data: stats } = useQuery(dashboardQuery);
  return (
    <>
      <StatStrip
        stats={[
          {
            label: t`Total Earnings`,
            value: stats ? <Money dollars={stats.totalEarnings} /> : unknown,
          },
          { label: t`Total Clicks`, value: stats ? <Count of={stats.totalClicks} /> : unknown },
          { label: t`Active Links`, value: stats ? <Count of={stats.activeLinks} /> : unknown },
          {
            label: t`Pending Payout`,
            value: stats ? <Money dollars={stats.pendingPayout} /> : unknown,
          },
        ]}
      />
      <div className="mt-2 sm:text-right">
        <JudgedUpTo at={stats?.judgedUpTo} />
      </div>
    </>
  );
}
