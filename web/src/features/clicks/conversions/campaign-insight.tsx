import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignConversionsQuery } from "../../../queries/conversions";
import { campaignSeriesQuery } from "../../../queries/own-campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Card } from "../../../ui/card";
import { Count, Money } from "../../../ui/figure";
import { percent } from "../../../ui/format/percent";
import { Part } from "../../../ui/part";
import { StatStrip } from "../../../ui/stat-strip";
import { ClickOrigins } from "../origins/click-origins";
import { conversionNote } from "./conversion-note";
import { CreatorConversions } from "./creator-conversions";
import { EventsCard } from "./events-card";
import { KeysCard } from "./keys-card";
import { OverTime } from "./over-time";
import { RetentionLines } from "./retention-lines";
import { SetUpCard } from "./set-up-card";

type CampaignInsightProps = { campaignId: string; step: SeriesStep };

/** Conversions of a campaign, and how its game reports them. */
export function CampaignInsight(props: CampaignInsightProps) {
  return (
    <Part loading="Loading conversions" failure="The conversions could not be loaded.">
      <Conversions {...props} />
    </Part>
  );
}

function Conversions({ campaignId, step }: CampaignInsightProps) {
  const { data } = useLoadedQuery(campaignConversionsQuery(campaignId));
  const series = useQuery(campaignSeriesQuery(campaignId, step));
  const [freshToken, setFreshToken] = useState<string | null>(null);
  return (
    <section aria-labelledby="conversions" className="mt-12 grid grid-cols-1 gap-6">
      <h2 id="conversions" className="text-xl">
        Conversions
      </h2>
      <StatStrip
        stats={[
          {
            label: "Conversions",
            value: <Count of={data.conversions} />,
            note: conversionNote(data),
          },
          {
            label: "Conversion rate",
            value: percent(data.conversionRate),
            note: "of valid clicks",
          },
          {
            label: "Cost per conversion",
            value:
              data.costPerConversion === null ? "N/A" : <Money dollars={data.costPerConversion} />,
          },
          { label: "Value", value: <Money dollars={data.value} />, note: "as reported" },
        ]}
      />
      {series.data ? <OverTime series={series.data} /> : null}
      <ClickOrigins scope={{ campaignId, of: "campaign" }} step={step} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <EventsCard campaignId={campaignId} data={data} />
        <Card title="Retention">
          <RetentionLines retention={data.retention} retentionTier={data.retentionTier} />
        </Card>
      </div>
      <CreatorConversions creators={data.creators} />
      <KeysCard
        campaignId={campaignId}
        keys={data.keys}
        freshToken={freshToken}
        onFreshToken={setFreshToken}
      />
      <SetUpCard latest={data.latest} conversion={data.conversion} freshToken={freshToken} />
    </section>
  );
}
