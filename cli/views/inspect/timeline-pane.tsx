import { stepMs } from "@fairclick/core/clicks/link-timeline-schema";
import { Text } from "ink";
import { toDollars, toMoment } from "../../output/describe-click";
import { fitTo } from "../../output/fit-to";
import { layOut } from "./layout";
import type { State } from "./state";
import { axisColumns, selectedPoint, type Timeline } from "./timeline";
import { type BarVerdict, barVerdicts, countPoint, drawBars, labelSteps } from "./timeline-chart";
import { verdictColours, verdictMarks } from "./verdict-look";

/** Title, axis, labels and two lines about the selected step. */
const OTHER_ROWS = 5;
const MAX_BAR_ROWS = 16;

/** Clicks of a link per step, as bars by verdict, and the counts of the selected step. */
export function TimelinePane({ state, timeline }: { state: State; timeline: Timeline }) {
  const { detailColumns, detailRows } = layOut(state.size);
  const { wanted, points, error, isLoading } = timeline;
  const rows = Math.min(detailRows - OTHER_ROWS, MAX_BAR_ROWS);
  const from = wanted.to - wanted.count * stepMs[wanted.step];
  const most = Math.max(0, ...points.map(countPoint)).toLocaleString("en-US");
  const bars = drawBars(points, rows);
  const space = " ".repeat(axisColumns() - 1);
  return (
    <>
      <Text bold wrap="truncate">
        {fitTo(`Clicks per ${wanted.step} (UTC): ${wanted.link.name}`, detailColumns)}
      </Text>
      {bars.map((cells, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place
        <Text key={i} wrap="truncate">
          <Text dimColor>{i === 0 ? fitTo(most, axisColumns() - 1, "right") : space}│</Text>
          <Cells cells={cells} />
        </Text>
      ))}
      <Text dimColor wrap="truncate">
        {space}└{drawAxis(timeline, from)}
      </Text>
      <Text dimColor wrap="truncate">
        {space} {labelSteps(wanted.step, from, wanted.count)}
      </Text>
      {error ? (
        <Text color="red" wrap="truncate">
          {error}
        </Text>
      ) : (
        <Selected timeline={timeline} isLoading={isLoading} />
      )}
    </>
  );
}

function drawAxis({ wanted: { step, count }, cursor }: Timeline, from: number): string {
  const place = Math.round((cursor - from) / stepMs[step]);
  return Array.from({ length: count }, (_, i) => (i === place ? "▲" : "─")).join("");
}

/** Neighbouring cells of one verdict share a text. */
function Cells({ cells }: { cells: readonly (BarVerdict | null)[] }) {
  const runs: { verdict: BarVerdict | null; length: number }[] = [];
  for (const verdict of cells) {
    const last = runs.at(-1);
    if (last?.verdict === verdict) last.length += 1;
    else runs.push({ verdict, length: 1 });
  }
  return runs.map(({ verdict, length }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a run has nothing but its place
    <Text key={i} {...(verdict ? { color: verdictColours[verdict] } : {})}>
      {(verdict ? verdictMarks[verdict] : " ").repeat(length)}
    </Text>
  ));
}

function Selected({ timeline, isLoading }: { timeline: Timeline; isLoading: boolean }) {
  const point = selectedPoint(timeline);
  const at = toMoment(new Date(timeline.cursor).toISOString());
  if (!point) return <Text dimColor>{isLoading ? "Counting …" : at}</Text>;
  const count = (clicks: number) => clicks.toLocaleString("en-US");
  return (
    <>
      <Text wrap="truncate">
        {at} {count(countPoint(point))} clicks, {toDollars(point.paidMicros)} was paid
        {isLoading ? " …" : ""}
        {timeline.isPartial ? ". Too many clicks: the oldest are not counted" : ""}
      </Text>
      <Text wrap="truncate">
        {barVerdicts.map((verdict) => (
          <Text key={verdict} color={verdictColours[verdict]}>
            {verdictMarks[verdict]} {verdict} {count(point[verdict])}
            {"  "}
          </Text>
        ))}
      </Text>
    </>
  );
}
