import {
  type LinkTimeline,
  MAX_TIMELINE_POINTS,
  stepMs,
  type TimelinePoint,
  type TimelineStep,
  timelineSteps,
} from "@fairclick/core/clicks/link-timeline-schema";
import { filterWord } from "./filter-text";
import type { Key } from "./keys";
import { layOut, type Size } from "./layout";

/** A link; `creator` is an id or a username. */
export type TimelineLink = { campaignId: string; creator: string; name: string };

/** The steps before `to` (ms since 1970, the end of a step). */
export type TimelineRequest = {
  link: TimelineLink;
  step: TimelineStep;
  to: number;
  count: number;
};

/** Clicks of a link over time, in place of the detail. */
export type Timeline = {
  kind: "timeline";
  /** What is shown or loading. */
  wanted: TimelineRequest;
  isLoading: boolean;
  points: readonly TimelinePoint[];
  isPartial: boolean;
  /** Start of the selected step, in ms since 1970. */
  cursor: number;
  /** The moment in the selected step that zooming in shows. */
  focus: number;
  error: string | null;
};

const AXIS_COLUMNS = 8;

/** Returns how many steps fit beside the axis. */
export function timelineColumns(size: Size): number {
  return Math.min(layOut(size).detailColumns - AXIS_COLUMNS, MAX_TIMELINE_POINTS);
}

type Place = { size: Size; now: Date };

/** Opens the hours around a moment (ms since 1970). */
export function openTimeline(link: TimelineLink, at: number, place: Place): Timeline {
  return show({ link, step: "hour", at: Math.min(at, place.now.getTime()) }, place);
}

/** What a key press leads to: another timeline, the filter of the selected step, or nothing (null). */
export type TimelinePress = Timeline | { filter: string } | null;

export function pressInTimeline(timeline: Timeline, key: Key, place: Place): TimelinePress {
  const moved = move(timeline, key, place);
  if (moved) return moved;
  const { link, step } = timeline.wanted;
  const zoomed = zoomStep(step, key.text);
  if (zoomed) return show({ link, step: zoomed, at: timeline.focus }, place);
  if (key.text === "+" || key.text === "=" || key.text === "-") return timeline;
  if (key.text === "R") return { ...timeline, wanted: { ...timeline.wanted }, isLoading: true };
  return key.name === "enter" ? { filter: selectedWords(timeline) } : null;
}

/** Selects the step of a column of the pane; the first column after the axis is 0. */
export function selectColumn(timeline: Timeline, column: number): Timeline {
  const { step, to, count } = timeline.wanted;
  if (column < 0 || column >= count) return timeline;
  const cursor = to - (count - column) * stepMs[step];
  return { ...timeline, cursor, focus: cursor + stepMs[step] / 2 };
}

/** Shows as many steps as fit into the window, up to the same time. */
export function resizeTimeline(timeline: Timeline, size: Size): Timeline {
  const { wanted, cursor } = timeline;
  const count = timelineColumns(size);
  if (count === wanted.count) return timeline;
  const oldest = wanted.to - count * stepMs[wanted.step];
  return {
    ...timeline,
    wanted: { ...wanted, count },
    isLoading: true,
    points: [],
    cursor: Math.max(cursor, oldest),
    focus: Math.max(timeline.focus, oldest),
  };
}

/** Applies an answer. Ignores it if it belongs to an outdated request. */
export function receiveTimeline(
  timeline: Timeline,
  request: TimelineRequest,
  { points, isPartial }: Pick<LinkTimeline, "points" | "isPartial">,
): Timeline {
  if (timeline.wanted !== request) return timeline;
  return { ...timeline, points, isPartial, isLoading: false, error: null };
}

export function selectedPoint({ points, cursor }: Timeline): TimelinePoint | null {
  return points.find(({ at }) => Date.parse(at) === cursor) ?? null;
}

export function axisColumns(): number {
  return AXIS_COLUMNS;
}

/** Shows the steps around a moment, up to now. */
function show(
  { link, step, at }: { link: TimelineLink; step: TimelineStep; at: number },
  { size, now }: Place,
): Timeline {
  const length = stepMs[step];
  const count = timelineColumns(size);
  const cursor = Math.floor(at / length) * length;
  const newest = Math.floor(now.getTime() / length) * length + length;
  const to = Math.min(newest, cursor + Math.ceil(count / 2) * length);
  return {
    kind: "timeline",
    wanted: { link, step, to, count },
    ...{ isLoading: true, points: [], isPartial: false, error: null },
    cursor: Math.min(cursor, newest - length),
    focus: Math.min(at, now.getTime()),
  };
}

function zoomStep(step: TimelineStep, key: string): TimelineStep | null {
  const by = key === "+" || key === "=" ? -1 : key === "-" ? 1 : 0;
  return by === 0 ? null : (timelineSteps[timelineSteps.indexOf(step) + by] ?? null);
}

/** Moves the cursor; shows other steps if it leaves those on the screen. */
function move(timeline: Timeline, key: Key, place: Place): Timeline | null {
  const { link, step, to, count } = timeline.wanted;
  const length = stepMs[step];
  const by = moveSteps(key, count);
  if (by === null) return null;
  const newest = Math.floor(place.now.getTime() / length) * length;
  const cursor = Math.max(0, Math.min(timeline.cursor + by * length, newest));
  const isShown = cursor >= to - count * length && cursor < to;
  const focus = cursor + length / 2;
  return isShown ? { ...timeline, cursor, focus } : show({ link, step, at: focus }, place);
}

function moveSteps({ name, text }: Key, count: number): number | null {
  if (name === "left" || text === "h") return -1;
  if (name === "right" || text === "l") return 1;
  if (name === "pageUp") return -Math.ceil(count / 2);
  if (name === "pageDown") return Math.ceil(count / 2);
  if (name === "end" || text === "G") return Number.MAX_SAFE_INTEGER / 1e9;
  return null;
}

/** The filter of the selected step's clicks of all verdicts. */
function selectedWords({ wanted: { link, step }, cursor }: Timeline): string {
  const toIso = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;
  return [
    `any campaign:${link.campaignId} ${filterWord("creator", link.creator)}`,
    `from:${toIso(cursor)} to:${toIso(cursor + stepMs[step])}`,
  ].join(" ");
}
