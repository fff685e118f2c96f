import { clickThroughRate } from "@fairclick/core/campaigns/estimates";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import type { LinkConversionsResponse } from "@fairclick/core/conversions/conversions";
import { computePercent, type RetentionTier } from "@fairclick/core/conversions/report";
import { plural, t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
import { Count, Line, Lines } from "../ui/figures";
import { formatStep, percent } from "../ui/format";
import { Card } from "../ui/layout";

/** Impressions and conversions per step, as columns and as a table. */
export function OverTime({ series }: { series: SeriesResponse }) {
  const any = series.points.some((point) => point.impressions + point.conversions > 0);
  return (
    <Card title={t`Impressions and conversions over time`}>
      {any ? (
        <>
          <figure aria-label={t`Impressions and conversions over time`} className="grid gap-4">
            <StepColumns series={series} of="impressions" />
            <StepColumns series={series} of="conversions" />
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
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>{step === "day" ? t`Day` : t`Hour`}</th>
          {[t`Impressions`, t`Clicks`, "CTR", t`Valid clicks`, t`Conversions`, t`Rate`].map(
            (name) => (
              <th key={name} className="text-right">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {busy.map((point) => (
          <StepRow key={point.at} point={point} name={formatStep(point.at, step)} />
        ))}
      </tbody>
    </table>
  );
}

function StepRow({ point, name }: { point: Point; name: string }) {
  const clicks = countClicks(point);
  const ctr = clickThroughRate(BigInt(clicks), BigInt(point.impressions));
  return (
    <tr>
      <th scope="row" className="font-semibold max-sm:col-span-2">
        {name}
      </th>
      <td data-label={t`Impressions`} className="text-right">
        <Count of={point.impressions} />
      </td>
      <td data-label={t`Clicks`} className="text-right">
        <Count of={clicks} />
      </td>
      <td data-label="CTR" className="text-right font-figures tabular-nums">
        {percent(ctr)}
      </td>
      <td data-label={t`Valid clicks`} className="text-right">
        <Count of={point.valid} />
      </td>
      <td data-label={t`Conversions`} className="text-right">
        <Count of={point.conversions} />
      </td>
      <td data-label={t`Rate`} className="text-right font-figures tabular-nums">
        {percent(computePercent(point.conversions, point.valid))}
      </td>
    </tr>
  );
}

function countClicks({ valid, invalid, held, unpaid, pending }: Point): number {
  return valid + invalid + held + unpaid + pending;
}

const HEIGHT = 100;
/** Share of a step's width that its column leaves empty. */
const GAP = 0.25;
/** Columns that fit at least: a shorter period leaves space at the right. */
const MIN_PLACES = 14;

const names = { impressions: t`Impressions`, conversions: t`Conversions` } as const;
const fills = { impressions: "fill-pending", conversions: "fill-valid" } as const;

type StepColumnsProps = { series: SeriesResponse; of: keyof typeof names };

/** One column per step, as high as its count. The table beside it shows the figures. */
function StepColumns({ series: { points, step }, of }: StepColumnsProps) {
  const most = Math.max(...points.map((point) => point[of]));
  const total = points.reduce((sum, point) => sum + point[of], 0);
  return (
    <div>
      <p className="mb-1 flex justify-between text-sm">
        <span className="font-semibold">{names[of]}</span>
        <span>{rich`${<Count of={total} />} in total, at most ${<Count of={most} />}`}</span>
      </p>
      <svg
        viewBox={`0 0 ${Math.max(points.length, MIN_PLACES)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-24 w-full border-edge border-b-2"
      >
        {points.map((point, index) => {
          const height = most > 0 ? (point[of] / most) * HEIGHT : 0;
          return (
            <rect
              key={point.at}
              x={index + GAP / 2}
              y={HEIGHT - height}
              width={1 - GAP}
              height={height}
              className={fills[of]}
            >
              <title>{`${formatStep(point.at, step)}: ${point[of]}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-soft text-sm">
        <span>{formatStep(points[0]?.at ?? "", step)}</span>
        {points.length < MIN_PLACES ? null : (
          <span>{formatStep(points.at(-1)?.at ?? "", step)}</span>
        )}
      </p>
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

/** Note below a count of conversions: the pending ones, or the event that is counted. */
export function conversionNote({ waiting, conversion }: { waiting: number; conversion: string }) {
  if (waiting === 0) return conversion;
  return plural(waiting, "# pending", "# pending");
}
