import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { campaignConversionsQuery } from "../queries/conversions";
import { campaignQuery, campaignSeriesQuery } from "../queries/own-campaigns";
import type { Range } from "../queries/series-window";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Count, Money, StatStrip } from "../ui/figures";
import { percent } from "../ui/format";
import { Card, Part } from "../ui/layout";
import { conversionNote, OverTime, RetentionLines, tierLabels } from "./conversions";

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
          ...(data.freePlayers > 0
            ? [
                {
                  label: t`Came free`,
                  value: <Count of={data.freePlayers} />,
                  note: t`players of clicks that were not paid`,
                },
              ]
            : []),
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

type Creator = CampaignConversionsResponse["creators"][number];

/** Conversions and retention by creator. */
function CreatorConversions({ creators }: { creators: Creator[] }) {
  if (creators.length === 0) return null;
  return (
    <table className="ledger">
      <caption className="sr-only">{t`Conversions by creator`}</caption>
      <thead>
        <tr>
          <th>{t`Creator`}</th>
          <th className="text-right">{t`Impressions`}</th>
          <th className="text-right">{t`Valid clicks`}</th>
          <th className="text-right">{t`Conversions`}</th>
          <th className="text-right">{t`Value`}</th>
          <th className="text-right">{t`Day 1`}</th>
        </tr>
      </thead>
      <tbody>
        {creators.map((creator) => (
          <CreatorRow key={creator.userId} creator={creator} />
        ))}
      </tbody>
    </table>
  );
}

function CreatorRow({ creator }: { creator: Creator }) {
  const { retention, retentionTier } = creator;
  return (
    <tr>
      <th scope="row" className="break-words font-semibold">
        {creator.username}
      </th>
      <td data-label={t`Impressions`} className="text-right">
        <Count of={creator.impressions} />
      </td>
      <td data-label={t`Valid clicks`} className="text-right">
        <Count of={creator.validClicks} />
      </td>
      <td data-label={t`Conversions`} className="text-right">
        <span>
          <Count of={creator.conversions} />{" "}
          <span className="text-soft text-sm">({percent(creator.conversionRate)})</span>
        </span>
      </td>
      <td data-label={t`Value`} className="text-right">
        <Money dollars={creator.value} />
      </td>
      <td data-label={t`Day 1`} className="text-right">
        <span>
          <span className="font-figures tabular-nums">{percent(retention.percent)}</span>
          <span className="block text-soft text-sm">{tierLabels[retentionTier]}</span>
        </span>
      </td>
    </tr>
  );
}
