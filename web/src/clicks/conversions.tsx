import { clickThroughRate } from "@fairclick/core/campaigns/estimates";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import type {
  CampaignConversionsResponse,
  LinkConversionsResponse,
} from "@fairclick/core/conversions/conversions";
import { computePercent, type RetentionTier } from "@fairclick/core/conversions/report";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { rich } from "../language/rich";
import { campaignQuery } from "../queries/campaigns";
import { campaignConversionsQuery, campaignSeriesQuery } from "../queries/clicks";
import type { Range } from "../queries/series-window";
import { StepColumns } from "../ui/clicks-over-time";
import { Count, Line, Lines, Money, StatStrip } from "../ui/figures";
import { formatStep, percent } from "../ui/format";
import { Card, Part } from "../ui/layout";
import { Ledger } from "../ui/ledger";

/** Impressions and conversions per step, as columns and as a table. */
export function OverTime({ series }: { series: SeriesResponse }) {
  const any = series.points.some((point) => point.impressions + point.conversions > 0);
  return (
    <Card title={t`Impressions and conversions over time`}>
      {any ? (
        <>
          <figure aria-label={t`Impressions and conversions over time`} className="grid gap-4">
            {columns.map((column) => (
              <Column key={column.field} series={series} column={column} />
            ))}
          </figure>
          <p className="mt-3 text-soft text-sm">{t`A conversion counts on the day of its click.`}</p>
          <details className="mt-4">
            <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
            <OverTimeTable series={series} />
          </details>
        </>
      ) : (
        <p className="text-soft">{t`No impressions or conversions in this period.`}</p>
      )}
    </Card>
  );
}

type Point = SeriesResponse["points"][number];

/** Steps that are not empty, newest first. */
function OverTimeTable({ series: { points, step } }: { series: SeriesResponse }) {
  const busy = points.filter((point) => point.impressions + countClicks(point) > 0).reverse();
  const ctr = (point: Point) =>
    clickThroughRate(BigInt(countClicks(point)), BigInt(point.impressions));
  return (
    <Ledger
      rows={busy}
      rowKey={({ at }) => at}
      head={{
        name: step === "day" ? t`Day` : t`Hour`,
        cell: ({ at }) => formatStep(at, step),
      }}
      figures={[
        { name: t`Impressions`, cell: ({ impressions }) => <Count of={impressions} /> },
        { name: t`Clicks`, cell: (point) => <Count of={countClicks(point)} /> },
        { name: t`CTR`, cell: (point) => percent(ctr(point)) },
        { name: t`Valid clicks`, cell: ({ valid }) => <Count of={valid} /> },
        { name: t`Conversions`, cell: ({ conversions }) => <Count of={conversions} /> },
        {
          name: t`Rate`,
          cell: ({ conversions, valid }) => percent(computePercent(conversions, valid)),
        },
      ]}
    />
  );
}

function countClicks({ valid, invalid, held, unpaid, pending }: Point): number {
  return valid + invalid + held + unpaid + pending;
}

const columns = [
  { field: "impressions", look: "pending", label: t`Impressions` },
  { field: "conversions", look: "valid", label: t`Conversions` },
] as const;

type ColumnProps = { series: SeriesResponse; column: (typeof columns)[number] };

function Column({ series, column }: ColumnProps) {
  const counts = series.points.map((point) => point[column.field]);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <p className="mb-1 flex justify-between text-sm">
        <span className="font-semibold">{column.label}</span>
        <span>
          {rich`${<Count of={total} />} in total, at most ${<Count of={Math.max(...counts)} />}`}
        </span>
      </p>
      <div className="h-36">
        <StepColumns series={series} parts={[column]} />
      </div>
    </div>
  );
}

type RetentionLinesProps = Pick<LinkConversionsResponse, "retention" | "retentionTier">;

/** Share of players who returned, among those who joined long enough ago. */
export function RetentionLines({ retention, retentionTier }: RetentionLinesProps) {
  return (
    <>
      <Lines>
        {retention.map(({ day, arrived, returned, percent: share }) => (
          <Line
            key={day}
            label={
              <span>
                {rich`Back on day ${day}: ${<Count of={returned} />} of ${<Count of={arrived} />}`}
              </span>
            }
          >
            <span className="font-figures tabular-nums">{percent(share)}</span>
          </Line>
        ))}
      </Lines>
      <p className="mt-2 text-soft text-sm">{t`Day 1: ${tierLabels[retentionTier]}.`}</p>
    </>
  );
}

/** Labels of retention tiers. The landing page names the lowest one. */
export const tierLabels: Record<RetentionTier, string> = {
  unknown: t`too few players to say`,
  under_3: t`under 3% retention`,
  from_3_to_10: t`3 to 10% retention`,
  above_10: t`above 10% retention`,
};

type Counted = {
  conversions: number;
  waiting: number;
  conversion: string;
  conversionRate: number | null;
};

/** The note says how many are pending, or which event is counted. */
export function conversionStats({ conversions, waiting, conversion, conversionRate }: Counted) {
  const note = waiting === 0 ? conversion : plural(waiting, "# pending", "# pending");
  return [
    { label: t`Conversions`, value: <Count of={conversions} />, note },
    { label: t`Conversion rate`, value: percent(conversionRate), note: t`of valid clicks` },
  ];
}

type CampaignInsightProps = { campaignId: string; range: Range };

export function CampaignInsight(props: CampaignInsightProps) {
  return (
    <Part loading={t`Loading conversions`} failure={t`The conversions could not be loaded.`}>
      <Conversions {...props} />
    </Part>
  );
}

function Conversions({ campaignId, range }: CampaignInsightProps) {
  const { data } = useSuspenseQuery(campaignConversionsQuery(campaignId));
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const series = useQuery(campaignSeriesQuery(campaignId, { range, begin: campaign.startDate }));
  return (
    <section aria-labelledby="conversions" className="grid grid-cols-1 gap-6">
      <h2 id="conversions" className="text-xl">
        {t`Conversions`}
      </h2>
      <StatStrip
        stats={[
          ...conversionStats(data),
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

function CreatorConversions({ creators }: { creators: Creator[] }) {
  if (creators.length === 0) return null;
  return (
    <Ledger
      caption={t`Conversions by creator`}
      rows={creators}
      rowKey={({ userId }) => userId}
      head={{ name: t`Creator`, cell: ({ username }) => username }}
      figures={[
        { name: t`Impressions`, cell: ({ impressions }) => <Count of={impressions} /> },
        { name: t`Valid clicks`, cell: ({ validClicks }) => <Count of={validClicks} /> },
        { name: t`Conversions`, cell: (creator) => <CreatorPlayers creator={creator} /> },
        { name: t`Value`, cell: ({ value }) => <Money dollars={value} /> },
        {
          name: t`Day 1`,
          cell: ({ retention, retentionTier }) => (
            <span>
              {percent(retention.percent)}
              <span className="block font-text text-soft text-sm">{tierLabels[retentionTier]}</span>
            </span>
          ),
        },
      ]}
    />
  );
}

function CreatorPlayers({ creator }: { creator: Creator }) {
  const { conversions, conversionRate } = creator;
  return (
    <span>
      <Count of={conversions} />{" "}
      <span className="font-text text-soft text-sm">({percent(conversionRate)})</span>
    </span>
  );
}
