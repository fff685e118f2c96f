import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { Count } from "../../../ui/figure";
import { formatStep } from "../../../ui/format/format-step";

const HEIGHT = 100;
/** Share of a step's width that its column leaves empty. */
const GAP = 0.25;
/** Columns that fit at least: a shorter period leaves space at the right. */
const MIN_PLACES = 14;

const names = { impressions: t`Impressions`, conversions: t`Conversions` } as const;
const fills = { impressions: "fill-pending", conversions: "fill-valid" } as const;

type StepColumnsProps = { series: SeriesResponse; of: keyof typeof names };

/** One column per step, as high as its count. The table beside it shows the figures. */
export function StepColumns({ series: { points, step }, of }: StepColumnsProps) {
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
