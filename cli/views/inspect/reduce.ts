import type { ClickDetail } from "@fairclick/core/clicks/flagged-clicks-schema";
import { type ActDialog, actOf, failAct, receivePreview } from "./act-dialog";
import { type ActPlan, describePlan, type Outcome } from "./acts";
import {
  type ClickPage,
  keepInView,
  type ListRequest,
  poll,
  receive,
  startList,
  updateRow,
} from "./click-list";
import { type GroupPage, type GroupRequest, pollGroups, receiveGroups } from "./group-list";
import type { Key } from "./keys";
import { layOut, type Size } from "./layout";
import { press } from "./press";
import type { State } from "./state";

/** What can happen: somebody presses a key, time passes, the server answers. */
export type Event =
  | { type: "pressed"; key: Key; now: Date }
  | { type: "resized"; size: Size }
  | { type: "ticked"; now: Date }
  | { type: "polled" }
  | { type: "listed"; request: ListRequest; page: ClickPage }
  | { type: "grouped"; request: GroupRequest; page: GroupPage }
  | {
      type: "notRead";
      request: ListRequest | GroupRequest;
      message: string;
      /** Whether the server answered, and refused. */
      isRefused: boolean;
    }
  | { type: "shown"; detail: ClickDetail }
  | { type: "notShown"; message: string }
  | { type: "previewed"; dialog: ActDialog; outcome: Outcome }
  | { type: "acted"; dialog: ActDialog; outcome: Outcome }
  | { type: "refused"; dialog: ActDialog; message: string };

const MOST_DETAILS = 30;

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "pressed":
      return press(state, event);
    case "resized":
      return resize(state, event.size);
    case "ticked":
      return { ...state, now: event.now.getTime() };
    case "polled":
      return state.groups
        ? { ...state, groups: pollGroups(state.groups) }
        : { ...state, list: poll(state.list) };
    case "listed":
      return { ...reached(state), list: receive(state.list, event.request, event.page) };
    case "grouped": {
      const groups = state.groups && receiveGroups(state.groups, event.request, event.page);
      return { ...reached(state), groups };
    }
    case "notRead":
      return fail(state, event);
    case "shown":
      return show(state, event.detail);
    case "notShown":
      return { ...state, detailError: event.message };
    case "previewed":
      return inDialog(state, event.dialog, (dialog) => receivePreview(dialog, event.outcome));
    case "refused":
      return inDialog(state, event.dialog, (dialog) => failAct(dialog, event.message));
    case "acted":
      return finishAct(state, event);
  }
}

function resize(state: State, size: Size): State {
  const height = layOut(size).listRows;
  const { list, groups } = state;
  return {
    ...state,
    size,
    list: { ...list, top: keepInView({ ...list, height }) },
    groups: groups && { ...groups, top: keepInView({ ...groups, height }) },
  };
}

function reached(state: State): State {
  const read = { ...state, isReached: true, refusal: null, readAt: state.now };
  return state.isReached ? read : { ...read, message: { tone: "good", text: "Live again." } };
}

/** A page that did not come is asked for again by the next move, or when the list is polled. */
function fail(state: State, event: Extract<Event, { type: "notRead" }>): State {
  const { request, message, isRefused } = event;
  const { list, groups } = state;
  return {
    ...state,
    isReached: isRefused,
    refusal: isRefused ? message : null,
    message: { tone: "bad", text: message },
    list: list.request === request ? { ...list, request: null } : list,
    groups: groups?.request === request ? { ...groups, request: null } : groups,
  };
}

function show(state: State, detail: ClickDetail): State {
  const others = state.details.filter(({ id }) => id !== detail.id);
  return {
    ...state,
    detailError: null,
    details: [detail, ...others].slice(0, MOST_DETAILS),
    list: updateRow(state.list, detail),
  };
}

/** What belongs to a dialog that was closed or changed meanwhile has nothing to say any more. */
function inDialog(
  state: State,
  dialog: ActDialog,
  change: (dialog: ActDialog) => ActDialog,
): State {
  return state.dialog === dialog ? { ...state, dialog: change(dialog) } : state;
}

/** What was known of clicks may be different now: of one that is looked at, or of many in groups. */
function finishAct(state: State, { dialog, outcome }: Extract<Event, { type: "acted" }>): State {
  const text = `${describePlan(dialog.plan)}: done.`;
  const done = { act: actOf(dialog), text, undo: dialog.undoes ? null : outcome.undo };
  const hint = done.undo ? ` ${describeUndo(dialog.plan)}` : "";
  return {
    ...state,
    dialog: state.dialog === dialog ? null : state.dialog,
    details: [],
    message: { tone: "good", text: text + hint },
    done: [...(dialog.undoes ? withoutLastUndo(state.done) : state.done), done],
    groups: state.groups && pollGroups(state.groups),
    list: state.groups ? startList() : state.list,
  };
}

/** A decided click cannot be held again, so a rejection is not taken back but answered by a payment. */
function describeUndo({ kind }: ActPlan): string {
  return kind === "reject" ? "They cannot be held again; u pays them." : "u takes it back.";
}

function withoutLastUndo(done: State["done"]): State["done"] {
  const last = done.findLastIndex(({ undo }) => undo !== null);
  return done.map((each, i) => (i === last ? { ...each, undo: null } : each));
}
