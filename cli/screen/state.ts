import type { Key as InkKey } from "ink";
import { readSeen } from "../frame/change";
import type { Act, DoneAct, Page, Row, Source, View } from "../frame/host";

export type Size = { columns: number; rows: number };

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
  /** Key of the selected row; null if no key acts on a row. */
  selected: string | null;
  /** Keys of the rows that an act on several rows concerns. */
  chosen: ReadonlySet<string>;
  /** The lists that led here, with the row that was selected in each, the last one last. */
  trail: readonly { view: View; selected: string | null }[];
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
    ...{
      page: null,
      rows: [],
      cursor: null,
      selected: null,
      chosen: new Set(),
      trail: [],
      seen: null,
      outputs: new Map(),
    },
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

export function selectedRow({ rows, selected }: State): Row | null {
  return rows.find(({ key }) => key === selected) ?? null;
}

/**
 * Returns what the keys do to the selected row, or to all chosen ones: the acts that these have in common,
 * each as one command line.
 */
export function keyedActs(state: State): { name: string; acts: readonly Act[] } {
  const row = selectedRow(state);
  if (!row) return { name: "", acts: [] };
  const chosen = state.rows.filter(({ key }) => state.chosen.has(key));
  const [first = row, ...others] = chosen;
  if (others.length === 0) return first;
  const acts = first.acts.flatMap((act) => {
    const same = others.flatMap(({ acts }) => acts.filter((other) => isSameAct(act, other)));
    if (act.subjects.length === 0 || same.length < others.length) return [];
    const subjects = [...new Set([act, ...same].flatMap((each) => each.subjects))];
    return [{ ...act, subjects, stake: chosen.map(({ name }) => name).join(", ") }];
  });
  return { name: `${chosen.length} rows`, acts };
}

function isSameAct(one: Act, other: Act): boolean {
  return one.key === other.key && one.command.join(" ") === other.command.join(" ");
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

/** Returns the words of an act's command line, which previews it, or applies what the preview counted. */
export function actCommand({ act, reason, stage, lines }: ActDialog): string[] {
  const words = [...act.command, ...act.subjects, "--reason", reason.trim()];
  return stage === "doing" ? [...words, ...readSeen(lines), "--yes"] : [...words, "--dry-run"];
}

/** A key that was pressed: a name, or the text that it types. */
export type Key = { name: KeyName | null; text: string };

type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "tab"
  | "backspace"
  | "interrupt"
  | "clearLine"
  | "clearWord";

/** Returns the pressed keys. Ink may report keys that are pressed fast as one text. */
export function readKeys(input: string, key: InkKey): Key[] {
  const name = keyName(input, key);
  if (name) return [{ name, text: "" }];
  if (key.ctrl || key.meta) return [];
  return [...input].map((text) => {
    const named = namesWithinText.get(text);
    return named ? { name: named, text: "" } : { name: null, text };
  });
}

const namesWithinText = new Map<string, KeyName>([
  ["\r", "enter"],
  ["\n", "enter"],
  ["\t", "tab"],
  ["\u007f", "backspace"],
  ["\b", "backspace"],
]);

function keyName(input: string, key: InkKey): KeyName | null {
  if (key.ctrl && input === "c") return "interrupt";
  if (key.ctrl && input === "u") return "clearLine";
  if (key.ctrl && input === "w") return "clearWord";
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  if (key.pageUp) return "pageUp";
  if (key.pageDown) return "pageDown";
  if (key.home) return "home";
  if (key.end) return "end";
  if (key.return) return "enter";
  if (key.escape) return "escape";
  if (key.tab) return "tab";
  return key.backspace || key.delete ? "backspace" : null;
}

export function editText(text: string, { name, text: typed }: Key): string {
  if (name === "backspace") return [...text].slice(0, -1).join("");
  if (name === "clearLine") return "";
  if (name === "clearWord") return text.replace(/\S+\s*$/, "");
  return text + typed.replace(/\p{Cc}/gu, "");
}
