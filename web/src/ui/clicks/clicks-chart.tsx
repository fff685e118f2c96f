import type { SeriesResponse } from "@fairclick/core/clicks/stats-series-schema";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatStep } from "../format/format-step";
import { ClicksTooltip } from "./clicks-tooltip";

type ClicksChartProps = { series: SeriesResponse };

/** Stacked bars. Verdicts differ in pattern as well as in colour. */
export function ClicksChart({ series }: ClicksChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={series.points}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <defs>
          <Hatch id="clicks-invalid" colour="var(--color-refused)" turn={45} />
          <Hatch id="clicks-held" colour="var(--color-held)" turn={-45} />
          <Hatch id="clicks-unpaid" colour="var(--color-unpaid)" turn={0} />
          <Hatch id="clicks-pending" colour="var(--color-pending)" turn={90} />
        </defs>
        <CartesianGrid vertical={false} stroke="var(--color-rule)" strokeDasharray="2 4" />
        <XAxis
          dataKey="at"
          tickFormatter={(at: string) => formatStep(at, series.step)}
          stroke="var(--color-edge)"
          tick={{ fill: "var(--color-soft)", fontSize: 12 }}
          tickLine={false}
          minTickGap={24}
        />
        <YAxis
          allowDecimals={false}
          width={44}
          axisLine={false}
          tickLine={false}
          tick={{ fill: "var(--color-soft)", fontSize: 12 }}
        />
        <Tooltip
          cursor={{ fill: "var(--color-bar)" }}
          isAnimationActive={false}
          content={<ClicksTooltip step={series.step} />}
        />
        <Bar {...bar} dataKey="valid" fill="var(--color-valid)" />
        <Bar {...bar} dataKey="invalid" fill="url(#clicks-invalid)" />
        <Bar {...bar} dataKey="held" fill="url(#clicks-held)" />
        <Bar {...bar} dataKey="unpaid" fill="url(#clicks-unpaid)" />
        <Bar {...bar} dataKey="pending" fill="url(#clicks-pending)" />
      </BarChart>
    </ResponsiveContainer>
  );
}

const bar = { stackId: "clicks", isAnimationActive: false, maxBarSize: 40 } as const;

type HatchProps = { id: string; colour: string; turn: number };

function Hatch({ id, colour, turn }: HatchProps) {
  return (
    <pattern
      id={id}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${turn})`}
    >
      <rect width="3" height="6" fill={colour} />
    </pattern>
  );
}
