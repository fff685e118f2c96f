import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { linkStatsQuery } from "../../../queries/own-campaigns";
import { Card } from "../../../ui/card";
import { ClickLines } from "../../../ui/clicks/click-lines";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { Line, Lines } from "../../../ui/receipt";

/** Earnings of a link, final and pending. */
export function LinkReceipt({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { data: stats } = useQuery(linkStatsQuery(campaign._id));
  return (
    <Card title={t`Receipt`}>
      <ClickLines
        clicks={stats?.clicks ?? campaign.clicks}
        payoutPerClick={campaign.payoutPerClick}
        total={{ label: t`Earned`, dollars: stats?.earnings ?? campaign.earnings }}
      />
      <Lines className="mt-2 text-soft">
        <Line label={t`Pending, if all of it is valid`}>
          {stats ? <Money dollars={stats.pending} /> : "…"}
        </Line>
      </Lines>
      <div className="mt-auto pt-4">
        <JudgedUpTo at={stats?.judgedUpTo} />
      </div>
    </Card>
  );
}
