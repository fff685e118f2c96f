import type { ClickTotals } from "@fairclick/core/clicks/click-totals-schema";
import type { ClickDetail, ClickFilterInput } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { LinkTimeline } from "@fairclick/core/clicks/link-timeline-schema";
import { type ActDialog, failAct, receivePreview, toAct } from "./act-dialog";
import type { ActPlan, Outcome } from "./acts";
import {
  type ClickPage,
  type ListRequest,
  poll,
  receive,
  scrollIntoView,
  startList,
  updateRow,
} from "./click-list";
import { describePlan } from "./describe-plan";
import { type GroupPage, type GroupRequest, pollGroups, receiveGroups } from "./group-list";
import type { Key } from "./keys";
import { layOut, type Size } from "./layout";
import { keepMarks } from "./marks";
import type { Mouse } from "./mouse";
import { press } from "./press";
import { pressMouse } from "./press-mouse";
import { type RankPage, type RankRequest, receiveRanks } from "./rank-list";
import { reduceSaved, type SavedEvent } from "./reduce-saved";
import type { RelatedDialog } from "./related-dialog";
import type { State } from "./state";
import { receiveTimeline, resizeTimeline, type Timeline, type TimelineRequest } from "./timeline";

/** Events of the inspector: keys, time, and responses of the server. */
export type Event =
  | { type: "pressed"; key: Key; now: Date }
  | { type: "moused"; mouse: Mouse; now: Date }
  | { type: "resized"; size: Size }
  | { type: "ticked"; now: Date }
  | { type: "polled" }
  | { type: "listed"; request: ListRequest; page: ClickPage }
  | { type: "grouped"; request: GroupRequest; page: GroupPage }
  | { type: "summed"; filter: ClickFilterInput; totals: ClickTotals | null }
  | { type: "ranked"; request: RankRequest; page: RankPage }
  | { type: "related"; userId: string; lines: readonly string[] }
  | { type: "notRelated"; userId: string; message: string }
  | { type: "timed"; request: TimelineRequest; page: Pick<LinkTimeline, "points" | "isPartial"> }
  | { type: "notTimed"; request: TimelineRequest; message: string }
  | SavedEvent
  | {
      type: "notRead";
      request: ListRequest | GroupRequest | RankRequest;
      message: string;
      /** True if the server refused the request; false if it did not answer. */
      isRefused: boolean;
    }
  | { type: "shown"; detail: ClickDetail }
  | { type: "notShown"; message: string }
  | { type: "previewed"; dialog: ActDialog; outcome: Outcome }
  | { type: "progressed"; dialog: ActDialog; ended: number }
  | { type: "acted"; dialog: ActDialog; outcome: Outcome }
  | { type: "refused"; dialog: ActDialog; message: string };

const MAX_DETAILS = 30;

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "pressed":
      return press(state, event);
    case "moused":
      return pressMouse(state, event.mouse, event.now);
    case "resized":
      return resize(state, event.size);
    case "ticked":
      return { ...state, now: event.now.getTime() };
    case "polled":
      if (state.ranks) return state;
      return state.groups
        ? { ...state, groups: pollGroups(state.groups) }
        : { ...state, list: poll(state.list) };
    case "listed":
      return { ...reached(state), list: receive(state.list, event.request, event.page) };
    case "grouped": {
      const groups = state.groups && receiveGroups(state.groups, event.request, event.page);
      return { ...reached(state), groups };
    }
    case "summed":
      return state.filter === event.filter ? { ...state, totals: event.totals } : state;
    case "ranked": {
      const ranks = state.ranks && receiveRanks(state.ranks, event.request, event.page);
      return { ...reached(state), ranks };
    }
    case "related":
      return inRelated(state, event.userId, { lines: event.lines });
    case "notRelated":
      return inRelated(state, event.userId, { error: event.message });
    case "timed":
      return inTimeline(state, (shown) => receiveTimeline(shown, event.request, event.page));
    case "notTimed":
      return inTimeline(state, (shown) =>
        shown.wanted === event.request
          ? { ...shown, isLoading: false, error: event.message }
          : shown,
      );
    case "savedRead":
      return pressWaiting(reduceSaved(state, event), state);
    case "filterSaved":
    case "notSaved":
      return reduceSaved(state, event);
    case "notRead":
      return fail(state, event);
    case "shown":
      return show(state, event.detail);
    case "notShown":
      return { ...state, detailError: event.message };
    case "previewed":
      return inDialog(state, event.dialog, (dialog) => receivePreview(dialog, event.outcome));
    case "progressed":
      return state.dialog === event.dialog ? { ...state, ended: event.ended } : state;
    case "refused":
      return inDialog(state, event.dialog, (dialog) => failAct(dialog, event.message));
    case "acted":
      return finishAct(state, event);
  }
}

/** Handles the keys that were pressed before the saved filters were read. */
function pressWaiting(state: State, { dialog, now }: State): State {
  const waiting = dialog?.kind === "saved" ? dialog.waiting : [];
  return waiting.reduce((before, key) => press(before, { key, now: new Date(now) }), state);
}

function resize(state: State, size: Size): State {
  const height = layOut(size).listRows;
  const { list, groups, ranks, dialog } = state;
  return {
    ...state,
    size,
    dialog: dialog?.kind === "timeline" ? resizeTimeline(dialog, size) : dialog,
    ranks: ranks && { ...ranks, top: scrollIntoView({ ...ranks, height }) },
    list: { ...list, top: scrollIntoView({ ...list, height }) },
    groups: groups && { ...groups, top: scrollIntoView({ ...groups, height }) },
  };
}

function reached(state: State): State {
  const read = { ...state, isReached: true, refusal: null, readAt: state.now };
  return state.isReached ? read : { ...read, message: { tone: "good", text: "Live again." } };
}

/** A failed request is retried by the next cursor move or poll. */
function fail(state: State, event: Extract<Event, { type: "notRead" }>): State {
  const { request, message, isRefused } = event;
  const { list, groups, ranks } = state;
  return {
    ...state,
    ranks: ranks?.request === request ? { ...ranks, request: null } : ranks,
    isReached: isRefused,
    refusal: isRefused ? message : null,
    message: { tone: "bad", text: message },
    list: list.request === request ? { ...list, request: null } : list,
    groups: groups?.request === request ? { ...groups, request: null } : groups,
  };
}

/** Ignores responses for a dialog that was closed. */
function inRelated(state: State, userId: string, found: Partial<RelatedDialog>): State {
  const { dialog } = state;
  if (dialog?.kind !== "related" || dialog.userId !== userId) return state;
  return { ...state, dialog: { ...dialog, ...found } };
}

function inTimeline(state: State, change: (timeline: Timeline) => Timeline): State {
  const { dialog } = state;
  return dialog?.kind === "timeline" ? { ...state, dialog: change(dialog) } : state;
}

function show(state: State, detail: ClickDetail): State {
  const others = state.details.filter(({ id }) => id !== detail.id);
  return {
    ...state,
    detailError: null,
    details: [detail, ...others].slice(0, MAX_DETAILS),
    list: updateRow(state.list, detail),
  };
}

/** Ignores results of a dialog that has been closed or changed since. */
function inDialog(
  state: State,
  dialog: ActDialog,
  change: (dialog: ActDialog) => ActDialog,
): State {
  return state.dialog === dialog ? { ...state, dialog: change(dialog) } : state;
}

/**
 * Drops cached details and reloads groups, because an act may have changed many clicks. Rows that an act
 * on marked rows left unchanged stay marked.
 */
function finishAct(state: State, { dialog, outcome }: Extract<Event, { type: "acted" }>): State {
  const refused = outcome.refused ?? [];
  const name = describePlan(dialog.plan);
  const text =
    refused.length === 0 ? `${name}: done.` : `${name}: ${refused.length} stay unchanged.`;
  const hint = outcome.undo && !dialog.undoes ? " u undoes it." : "";
  return {
    ...state,
    dialog: state.dialog === dialog ? reportRefused(dialog, outcome) : state.dialog,
    ended: 0,
    details: [],
    marks:
      dialog.plan.kind === "each"
        ? keepMarks(
            state.marks,
            refused.map(({ key }) => key),
          )
        : state.marks,
    message: { tone: refused.length === 0 ? "good" : "bad", text: text + hint },
    done: addDone(state.done, { dialog, outcome, text }),
    groups: state.groups && pollGroups(state.groups),
    list: state.groups ? startList() : state.list,
  };
}

function reportRefused(dialog: ActDialog, outcome: Outcome): ActDialog | null {
  if (!outcome.refused || outcome.refused.length === 0) return null;
  return { ...dialog, stage: "reporting", preview: outcome };
}

type Finished = { dialog: ActDialog; outcome: Outcome; text: string };

/** Calls of an undo that were refused can be undone again. */
function addDone(done: State["done"], { dialog, outcome, text }: Finished): State["done"] {
  const before = dialog.undoes ? replaceLastUndo(done, outcome.rest ?? null) : done;
  return [...before, { act: toAct(dialog), text, undo: dialog.undoes ? null : outcome.undo }];
}

function replaceLastUndo(done: State["done"], undo: ActPlan | null): State["done"] {
  const last = done.findLastIndex(({ undo }) => undo !== null);
  return done.map((each, i) => (i === last ? { ...each, undo } : each));
}
