import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { campaignConversionsQuery } from "../../../queries/conversions";
import { campaignQuery, campaignSeriesQuery } from "../../../queries/own-campaigns";
import type { Range } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Card } from "../../../ui/card";
import { Count, Money } from "../../../ui/figure";
import { percent } from "../../../ui/format/percent";
import { Part } from "../../../ui/part";
import { StatStrip } from "../../../ui/stat-strip";
import { conversionNote } from "./conversion-note";
import { CreatorConversions } from "./creator-conversions";
import { OverTime } from "./over-time";
import { RetentionLines } from "./retention-lines";

type CampaignInsightProps = { campaignId: string; range: Range };

/** Conversions of a campaign, over time and by creator. */
export function CampaignInsight(props: CampaignInsightProps) {
  return (
    <Part loading={t`Loading conversions`} failure={t`The conversions could not be loaded.`}>
      <Conversions {...props} />
    </Part>
  );
}

function Conversions({ campaignId, range }: CampaignInsightProps) {
  const { data } = useLoadedQuery(campaignConversionsQuery(campaignId));
  const { data: campaign } = useLoadedQuery(campaignQuery(campaignId));
  const series = useQuery(campaignSeriesQuery(campaignId, { range, begin: campaign.startDate }));
  return (
    <section aria-labelledby="conversions" className="grid grid-cols-1 gap-6">
      <h2 id="conversions" className="text-xl">
        {t`Conversions`}
      </h2>
      <StatStrip
        stats={[
          {
            label: t`Conversions`,
            value: <Count of={data.conversions} />,
            note: conversionNote(data),
          },
          {
            label: t`Conversion rate`,
            value: percent(data.conversionRate),
            note: t`of valid clicks`,
          },
          {
            label: t`Cost per conversion`,
            value:
              data.costPerConversion === null ? t`N/A` : <Money dollars={data.costPerConversion} />,
          },
          { label: t`Value`, value: <Money dollars={data.value} />, note: t`as reported` },
        ]}
      />
      {series.data ? <OverTime series={series.data} /> : null}
      <CreatorConversions creators={data.creators} />
      <Card title={t`Retention`}>
        <RetentionLines retention={data.retention} retentionTier={data.retentionTier} />
      </Card>
    </section>
  );
}
