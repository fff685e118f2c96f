import { verdicts } from "@fairclick/core/clicks/signal";
import type { SeriesResponse, SeriesStep } from "@fairclick/core/clicks/stats";
import { Count } from "../figure";
import { formatStep } from "../format/format-step";
import { Line, Lines } from "../receipt";
import { Stamp } from "./stamp";

type Point = SeriesResponse["points"][number];

export function ClicksTooltip({ step, point }: { step: SeriesStep; point: Point }) {
  return (
    <div className="min-w-44 border-2 border-edge bg-paper p-3 text-sm shadow-lifted">
      <p className="mb-2 font-semibold">{formatStep(point.at, step)}</p>
      <Lines>
        {verdicts
          .filter((verdict) => point[verdict] > 0)
          .map((verdict) => (
            <Line key={verdict} label={<Stamp verdict={verdict} />}>
              <Count of={point[verdict]} />
            </Line>
          ))}
      </Lines>
    </div>
  );
}
