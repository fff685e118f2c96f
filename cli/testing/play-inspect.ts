import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { ActDialog } from "../views/inspect/act-dialog";
import type { Key } from "../views/inspect/keys";
import { type Event, reduce } from "../views/inspect/reduce";
import { type State, startState } from "../views/inspect/state";

/** When keys are pressed. */
export const now = new Date("2026-03-01T13:00:00Z");

const names = [
  ...(["up", "down", "left", "right", "pageUp", "pageDown", "end"] as const),
  ...(["enter", "escape", "tab", "interrupt", "backspace"] as const),
];

/** Returns the key of this name, such as `enter`, or else the key that types the text. */
export function toKey(key: string): Key {
  const name = names.find((known) => known === key);
  return name ? { name, text: "" } : { name: null, text: key };
}

/** Returns the state after these events; a text is a pressed key. */
export function play(state: State, ...events: (Event | string)[]): State {
  return events.reduce<State>(
    (before, event) =>
      reduce(
        before,
        typeof event === "string" ? { type: "pressed", key: toKey(event), now } : event,
      ),
    state,
  );
}

/** Returns the state of a screen that lists these clicks and has no more. */
export function listClicks(rows: ListedClick[]): State {
  const state = startState({ columns: 80, rows: 24 });
  const request = state.list.request ?? { part: "first" };
  return play(state, { type: "listed", request, page: { rows, hasMore: false } });
}

export function getActDialog({ dialog }: State): ActDialog {
  if (dialog?.kind !== "act") throw new Error("No act dialog is open");
  return dialog;
}
