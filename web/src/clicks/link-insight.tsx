import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { linkConversionsQuery } from "../queries/conversions";
import { Count, StatStrip } from "../ui/figures";
import { percent } from "../ui/format-step";
import { Card } from "../ui/layout";
import { conversionNote, RetentionLines } from "./conversions";

/** Impressions, conversions and retention of a creator's link. */
export function LinkInsight({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(linkConversionsQuery(campaignId));
  if (!data) return null;
  return (
    <>
      <StatStrip
        stats={[
          {
            label: t`Impressions`,
            value: <Count of={data.impressions} />,
            note: t`loads of your banner`,
          },
          { label: "CTR", value: percent(data.ctr), note: t`clicks per impression` },
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
          ...(data.reported > 0
            ? [
                {
                  label: t`Reported`,
                  value: <Count of={data.reported} />,
                  note: t`by share link, not tied to clicks`,
                },
              ]
            : []),
        ]}
      />
      <Card title={t`Retention`}>
        <RetentionLines retention={data.retention} retentionTier={data.retentionTier} />
      </Card>
    </>
  );
}
