import type { EarningsDay } from "@fairclick/core/money/earnings";
import { formatCalendarDay } from "../../../ui/format/day";
import { exactDollars } from "../../../ui/format/exact-dollars";

const HEIGHT = 100;
/** Share of a day's width that its column leaves empty. */
const GAP = 0.25;

/** One column per day, as high as its earnings. The table below shows the figures. */
export function DayColumns({ days }: { days: EarningsDay[] }) {
  const most = Math.max(...days.map(({ earned }) => earned));
  return (
    <svg
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-40 w-full border-edge border-b-2"
    >
      {days.map(({ day, earned }, index) => {
        const height = most > 0 ? (earned / most) * HEIGHT : 0;
        return (
          <rect
            key={day}
            x={index + GAP / 2}
            y={HEIGHT - height}
            width={1 - GAP}
            height={height}
            className="fill-valid"
          >
            <title>{`${formatCalendarDay(day)}: ${exactDollars(earned)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
