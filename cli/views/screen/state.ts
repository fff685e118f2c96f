import type { Size } from "./layout";
import type { Act, DoneAct, Page, Row, Source, View } from "./source";

/**
 * The dialog of an act. Stages: the person types a reason (`asking`), a dry run is fetched (`checking`)
 * and shown (`confirming`), the act is applied (`doing`).
 */
export type ActDialog = {
  kind: "act";
  /** What the act is about, in messages. */
  name: string;
  act: Act;
  reason: string;
  stage: "asking" | "checking" | "confirming" | "doing";
  /** Output of the dry run, or the error. */
  lines: readonly string[];
  isError: boolean;
};

/** The whole detail or the help; `top` is its first line on the screen. */
export type TextDialog = { kind: "detail" | "help"; top: number };

export type State = {
  source: Source;
  size: Size;
  view: View;
  /** The latest first page of the view; null until it is read. */
  page: Page | null;
  rows: readonly Row[];
  /** Where the rows after the loaded ones begin; null at the end of the list. */
  cursor: string | null;
  /** Key of the selected row. */
  selected: string | null;
  /** Key of the first row when the person last was at the top. */
  seen: string | null;
  /** Output of the command that shows a row, by the row's key. */
  outputs: ReadonlyMap<string, readonly string[]>;
  dialog: ActDialog | TextDialog | null;
  message: { tone: "good" | "faint"; text: string } | null;
  /** Why the last read failed; null if it did not. */
  problem: string | null;
  readAt: number;
  now: number;
  /** The latest act that can be undone. */
  undo: { name: string; act: Act } | null;
  done: readonly DoneAct[];
  /** Increased to read everything again. */
  turn: number;
  /** A fault of this program or an answer that it cannot read; null without one. */
  fault: unknown;
  isOver: boolean;
};

export function startState(source: Source, size: Size, now: Date): State {
  return {
    source,
    size,
    view: source.start,
    ...{ page: null, rows: [], cursor: null, selected: null, seen: null, outputs: new Map() },
    ...{ dialog: null, message: null, problem: null, undo: null, done: [], turn: 0 },
    readAt: now.getTime(),
    now: now.getTime(),
    fault: null,
    isOver: false,
  };
}

/** Returns the place of the selected row; the first one if it is gone. */
export function selectedPlace({ rows, selected }: State): number {
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === selected),
  );
}

export function selectedRow(state: State): Row | null {
  return state.rows[selectedPlace(state)] ?? null;
}

/** Returns how many rows have appeared above since the person last was at the top. */
export function countNewer({ rows, seen }: State): number {
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === seen),
  );
}

/** The following rows are read when the selected one is this near to the last. */
const NEAR_END = 50;

/** Returns the cursor of the rows to read next; null if enough are loaded. */
export function wantedCursor(state: State): string | null {
  return selectedPlace(state) >= state.rows.length - NEAR_END ? state.cursor : null;
}

/** Returns the words of an act's command line. `mode` applies it or only previews it. */
export function actCommand(
  { act, reason }: Pick<ActDialog, "act" | "reason">,
  mode: "--yes" | "--dry-run",
): string[] {
  return [...act.command, "--reason", reason.trim(), mode];
}
