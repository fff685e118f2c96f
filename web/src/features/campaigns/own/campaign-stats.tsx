import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { campaignSeriesQuery } from "../../../queries/own-campaigns";
import { DEFAULT_RANGE } from "../../../queries/series-window";
import { Count, Money } from "../../../ui/figure";
import { StatStrip } from "../../../ui/stat-strip";
import { formatRunway, runwayDays } from "./runway";

type CampaignStripProps = { campaign: CampaignResponse; stats: CampaignStatsResponse };

/** Spend, clicks and how long the budget lasts. */
export function CampaignStrip({ campaign, stats }: CampaignStripProps) {
  const { data: days } = useQuery(
    campaignSeriesQuery(campaign._id, { range: DEFAULT_RANGE, begin: campaign.startDate }),
  );
  const { budgetRemaining: budgetLeft, costPerClick } = stats;
  const runway = days ? runwayDays({ points: days.points, budgetLeft, now: new Date() }) : null;
  return (
    <StatStrip
      stats={[
        { label: t`Spend`, value: <Money dollars={stats.spend} />, note: t`paid to creators` },
        {
          label: t`Cost per click`,
          value: costPerClick === null ? t`N/A` : <Money dollars={costPerClick} />,
          note: t`valid ones`,
        },
        {
          label: t`Clicks`,
          value: <Count of={stats.clicks.total} />,
          note: plural(stats.clicks.pending, "# pending", "# pending"),
        },
        { label: t`Budget lasts`, value: formatRunway(runway), note: t`at this week's rate` },
      ]}
    />
  );
}
