import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Card } from "../../../ui/card";
import { Stamp } from "../../../ui/clicks/stamp";
import { Count } from "../../../ui/figure";
import { Line, Lines } from "../../../ui/receipt";

const order: Verdict[] = ["valid", "invalid", "held", "unpaid", "pending"];

/** Clicks by verdict, with the reasons of those that were not paid. */
export function VerdictReceipt({ stats }: { stats: CampaignStatsResponse }) {
  return (
    <Card title={t`Clicks`}>
      <div className="space-y-3">
        {order.map((verdict) => (
          <div key={verdict}>
            <Lines>
              <Line label={<Stamp verdict={verdict} />}>
                <Count of={stats.clicks[verdict]} />
              </Line>
            </Lines>
            <Lines className="pl-5 text-sm">
              {stats.reasons
                .filter((reason) => reason.verdict === verdict && reason.category !== "")
                .map((reason) => (
                  <Line key={reason.category} label={categoryName(reason.category)}>
                    <Count of={reason.clicks} />
                  </Line>
                ))}
            </Lines>
          </div>
        ))}
      </div>
    </Card>
  );
}
