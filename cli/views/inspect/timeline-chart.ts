import {
  stepMs,
  type TimelinePoint,
  type TimelineStep,
} from "@fairclick/core/clicks/link-timeline-schema";

/** Verdicts from the bottom of a bar to its top. */
export const barVerdicts = ["valid", "held", "invalid", "unpaid"] as const;
export type BarVerdict = (typeof barVerdicts)[number];

export function countPoint({ valid, held, invalid, unpaid }: TimelinePoint): number {
  return valid + held + invalid + unpaid;
}

/**
 * Returns the rows of a bar chart, top row first: the verdict of each cell, null for an empty one. A step with
 * clicks has at least one cell.
 */
export function drawBars(points: readonly TimelinePoint[], rows: number): (BarVerdict | null)[][] {
  const most = Math.max(1, ...points.map(countPoint));
  return Array.from({ length: rows }, (_, i) => {
    const level = ((rows - 1 - i + 0.5) / rows) * most;
    return points.map((point) => cellAt(point, level) ?? (i === rows - 1 ? mostOf(point) : null));
  });
}

function cellAt(point: TimelinePoint, level: number): BarVerdict | null {
  let sum = 0;
  for (const verdict of barVerdicts) {
    sum += point[verdict];
    if (sum > level) return verdict;
  }
  return null;
}

function mostOf(point: TimelinePoint): BarVerdict | null {
  if (countPoint(point) === 0) return null;
  return barVerdicts.reduce((most, verdict) => (point[verdict] > point[most] ? verdict : most));
}

/** Labels below the bars: a day at midnight, a time each quarter hour, a date each week. */
export function labelSteps(step: TimelineStep, from: number, count: number): string {
  let line = "";
  for (let i = 0; i < count; i += 1) {
    const label = labelAt(step, from + i * stepMs[step]);
    const isFree = line === "" || i > line.length;
    if (label && isFree && i + label.length <= count) line = line.padEnd(i) + label;
  }
  return line.padEnd(count);
}

function labelAt(step: TimelineStep, at: number): string | null {
  const iso = new Date(at).toISOString();
  switch (step) {
    case "minute":
      return at % (15 * 60_000) === 0 ? iso.slice(11, 16) : null;
    case "hour":
      if (iso.slice(11, 13) === "00") return iso.slice(5, 10);
      return ["06", "12", "18"].includes(iso.slice(11, 13)) ? iso.slice(11, 13) : null;
    case "day":
      return new Date(at).getUTCDay() === 1 ? iso.slice(5, 10) : null;
  }
}
