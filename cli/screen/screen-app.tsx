import { AppError } from "@fairclick/core/errors";
import { Box, render, useApp, useInput, usePaste, useWindowSize } from "ink";
import { type Dispatch, useEffect, useReducer } from "react";
import { CliError, describeFailure } from "../frame/failures";
import type { Act, DoneAct, Page, Row, Source, View } from "../frame/host";
import { detailLines, helpLines, layOut, Screen } from "./screen";
import {
  type ActDialog,
  actCommand,
  editText,
  type Key,
  keyedActs,
  readKeys,
  type Size,
  type State,
  selectedPlace,
  selectedRow,
  startState,
  type TextDialog,
  wantedCursor,
} from "./state";

const TICK_MS = 1_000;
/** How long a row must stay selected before its detail is read. */
const REST_MS = 150;

type Props = { source: Source; now: () => Date };
type Connection = Props & { dispatch: Dispatch<Event> };

export function ScreenApp({ source, now }: Props) {
  const size = useWindowSize();
  const [state, dispatch] = useReducer(reduce, null, () => startState(source, size, now()));
  const { exit } = useApp();
  const connection = { source, now, dispatch };
  useFirstPage(state, connection);
  useFollowingPage(state, connection);
  useDetail(state, connection);
  useAct(state, connection);
  useEffect(() => dispatch({ type: "resized", size }), [size]);
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: "ticked", now: now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  useEffect(() => {
    if (state.fault !== null) exit(asError(state.fault));
    else if (state.isOver) exit(state.done);
  }, [exit, state.isOver, state.done, state.fault]);
  useInput((input, inkKey) => {
    for (const key of readKeys(input, inkKey)) dispatch({ type: "pressed", key });
  });
  usePaste((text) => dispatch({ type: "pressed", key: { name: null, text } }));
  return (
    <Box width={state.size.columns} height={state.size.rows} flexDirection="column">
      <Screen state={state} />
    </Box>
  );
}

/** Reads the first page `pollMs` after each answer, and at once when the view or `turn` changes. */
function useFirstPage({ view, turn }: State, { source, dispatch, now }: Connection): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again
  useEffect(() => {
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const read = async () => {
      const event = await readPage(view, null, now);
      if (isOver) return;
      dispatch(event);
      timer = setTimeout(read, view.pollMs ?? source.pollMs);
    };
    void read();
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
    };
  }, [view, turn, source, dispatch, now]);
}

/** Reads the rows after the loaded ones when the selected row comes near them, and again once the server answers. */
function useFollowingPage(state: State, { dispatch, now }: Connection): void {
  const { view } = state;
  const cursor = wantedCursor(state);
  const isAway = state.problem !== null;
  useEffect(() => {
    if (cursor === null || isAway) return;
    let isOver = false;
    void readPage(view, cursor, now).then((event) => {
      if (!isOver) dispatch(event);
    });
    return () => {
      isOver = true;
    };
  }, [view, cursor, isAway, dispatch, now]);
}

async function readPage(view: View, cursor: string | null, now: () => Date): Promise<Event> {
  try {
    return { type: "read", view, cursor, page: await view.read(cursor), now: now() };
  } catch (fault) {
    if (!(fault instanceof AppError || fault instanceof CliError)) return { type: "broke", fault };
    return { type: "notRead", view, problem: describeFailure(fault).message };
  }
}

function useDetail(state: State, { source, dispatch }: Connection): void {
  const { turn } = state;
  const row = selectedRow(state);
  const key = row?.key ?? null;
  const isKnown = key !== null && state.outputs.has(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server has new rows
  useEffect(() => {
    const words = row?.show;
    if (key === null || !words || isKnown) return;
    const timer = setTimeout(() => {
      void source.run(words).then(({ text }) => {
        dispatch({ type: "shown", key, turn, lines: text.trimEnd().split("\n") });
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [key, isKnown, turn, source, dispatch]);
}

function useAct({ dialog }: State, { source, dispatch }: Connection): void {
  useEffect(() => {
    if (dialog?.kind !== "act") return;
    if (dialog.stage !== "checking" && dialog.stage !== "doing") return;
    void source.run(actCommand(dialog)).then(({ isDone, text }) => {
      dispatch({ type: "ran", dialog, isDone, lines: text.trimEnd().split("\n") });
    });
  }, [dialog, source, dispatch]);
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}

type Streams = { stdin: NodeJS.ReadStream; screen: NodeJS.WriteStream };

const readClock = () => new Date();

/** Shows a list on the alternate screen until the person quits. Returns the acts that were performed. */
export async function showScreen(
  source: Source,
  { stdin, screen }: Streams,
): Promise<readonly DoneAct[]> {
  const app = render(<ScreenApp source={source} now={readClock} />, {
    stdin,
    stdout: screen,
    exitOnCtrlC: false,
    patchConsole: false,
    alternateScreen: true,
    incrementalRendering: true,
  });
  const done = await app.waitUntilExit();
  return Array.isArray(done) ? done : [];
}

export type Event =
  | { type: "pressed"; key: Key }
  | { type: "resized"; size: Size }
  | { type: "ticked"; now: Date }
  /** Rows of a view: the first ones, or those from `cursor` on. */
  | { type: "read"; view: View; cursor: string | null; page: Page; now: Date }
  | { type: "notRead"; view: View; problem: string }
  /** Output of the command that shows a row, run in a turn. */
  | { type: "shown"; key: string; turn: number; lines: readonly string[] }
  /** Output of a command; `dialog` is the one that ran it. */
  | { type: "ran"; dialog: ActDialog; isDone: boolean; lines: readonly string[] }
  | { type: "broke"; fault: unknown };

/** Returns the state after an event, without side effects. */
export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "resized":
      return { ...state, size: event.size };
    case "ticked":
      return { ...state, now: event.now.getTime() };
    case "read":
      return event.view === state.view ? receive(state, event) : state;
    case "notRead":
      return event.view === state.view ? { ...state, problem: event.problem } : state;
    case "shown":
      return event.turn === state.turn
        ? { ...state, outputs: keepLatest(state.outputs, event.key, event.lines) }
        : state;
    case "ran":
      return event.dialog === state.dialog ? finish(state, event) : state;
    case "broke":
      return { ...state, fault: event.fault };
    case "pressed":
      return press({ ...state, message: null }, event.key);
  }
}

const MAX_OUTPUTS = 30;

function keepLatest(outputs: State["outputs"], key: string, lines: readonly string[]) {
  const others = [...outputs].filter(([known]) => known !== key);
  return new Map([...others, [key, lines] as const].slice(-MAX_OUTPUTS));
}

/** Keeps the selection; if its row is gone, selects the one now at its place. */
function receive(state: State, { cursor, page, now }: Extract<Event, { type: "read" }>): State {
  const place = selectedPlace(state);
  // Nothing takes the place of a row that is gone from a list that was returned to.
  const isGone = state.selected !== null && selectedRow(state) === null;
  const loaded = cursor === null ? renew(state, page) : append(state, page);
  const next = {
    ...state,
    ...loaded,
    ...(cursor === null ? { page } : {}),
    ...{ problem: null, readAt: now.getTime(), now: now.getTime() },
  };
  const keys = new Set(next.rows.map(({ key }) => key));
  const first = next.rows[0]?.key ?? null;
  return {
    ...next,
    chosen: new Set([...state.chosen].filter((key) => keys.has(key))),
    selected: keys.has(state.selected ?? "") || isGone ? state.selected : keyAt(next.rows, place),
    seen: keys.has(state.seen ?? "") ? state.seen : first,
  };
}

type Loaded = Pick<State, "rows" | "cursor">;

/**
 * Puts the first page in place of the rows that it covers. Ignores it if rows between it and the loaded
 * ones are missing, unless the person is at the top.
 */
function renew(state: State, page: Page): Loaded {
  const places = new Map(state.rows.map(({ key }, place) => [key, place]));
  const lastKnown = page.rows.findLast(({ key }) => places.has(key));
  if (page.cursor === null) return page;
  if (!lastKnown) return selectedPlace(state) === 0 ? page : state;
  const covered = new Set(page.rows.map(({ key }) => key));
  const following = state.rows
    .slice((places.get(lastKnown.key) ?? 0) + 1)
    .filter(({ key }) => !covered.has(key));
  return {
    rows: [...page.rows, ...following],
    cursor: following.length === 0 ? page.cursor : state.cursor,
  };
}

function append({ rows }: State, page: Page): Loaded {
  const known = new Set(rows.map(({ key }) => key));
  const following = page.rows.filter(({ key }) => !known.has(key));
  return { rows: [...rows, ...following], cursor: page.cursor };
}

function keyAt(rows: readonly Row[], place: number): string | null {
  return rows[Math.max(0, Math.min(place, rows.length - 1))]?.key ?? null;
}

function finish(state: State, { dialog, isDone, lines }: Extract<Event, { type: "ran" }>): State {
  if (!isDone) return { ...state, dialog: { ...dialog, stage: "asking", lines, isError: true } };
  if (dialog.stage === "checking") {
    return { ...state, dialog: { ...dialog, stage: "confirming", lines, isError: false } };
  }
  const { act, name, reason } = dialog;
  const text = `${name}: ${act.label}`;
  const undoing = makeUndo(act, lines);
  const undo = undoing && { name, act: undoing };
  return {
    ...readAgain(state),
    chosen: new Set(),
    dialog: null,
    message: { tone: "good", text: `Done${undo ? ", u undoes it" : ""}. ${text}` },
    undo,
    done: [...state.done, { text, reason: reason.trim() }],
  };
}

/** Returns the act that undoes one that printed these lines; null if none does. */
function makeUndo({ label, prompt, undo, subjects }: Act, lines: readonly string[]): Act | null {
  if (!undo) return null;
  const undone = { key: "u", label: `undo: ${label}`, command: undo, prompt, stake: null };
  if (undo.at(-1) !== "--act") return { ...undone, subjects };
  const [, actId] = /--act (\S+)/.exec(lines.join("\n")) ?? [];
  return actId === undefined ? null : { ...undone, subjects: [actId] };
}

function readAgain(state: State): State {
  return { ...state, outputs: new Map(), turn: state.turn + 1 };
}

function press(state: State, key: Key): State {
  if (key.name === "interrupt") return { ...state, isOver: true };
  const { dialog } = state;
  if (dialog?.kind === "act") return { ...state, dialog: pressInAct(dialog, key) };
  if (dialog) return { ...state, dialog: pressInText(state, dialog, key) };
  return pressInList(state, key);
}

function pressInAct(dialog: ActDialog, key: Key): ActDialog | null {
  if (key.name === "escape") return dialog.stage === "doing" ? dialog : null;
  if (dialog.stage === "confirming") {
    if (key.text === "y") return { ...dialog, stage: "doing" };
    return key.text === "n" ? null : dialog;
  }
  if (dialog.stage !== "asking") return dialog;
  if (key.name !== "enter") {
    return { ...dialog, reason: editText(dialog.reason, key), lines: [], isError: false };
  }
  if (dialog.reason.trim() === "")
    return { ...dialog, lines: ["A reason is required."], isError: true };
  return { ...dialog, stage: "checking", lines: [], isError: false };
}

function pressInText(state: State, dialog: TextDialog, key: Key): TextDialog | null {
  const rows = layOut(state.size).listRows;
  const lines =
    dialog.kind === "help" ? helpLines(state.source) : detailLines(state, state.size.columns);
  const by = stepOf(key, rows);
  if (by === null) return null;
  const last = Math.max(0, lines.length - 1);
  return { ...dialog, top: Math.max(0, Math.min(last, dialog.top + by)) };
}

/** Returns by how many rows a key moves; null if it does not move. */
function stepOf({ name, text }: Key, page: number): number | null {
  switch (name ?? text) {
    case "down":
    case "j":
      return 1;
    case "up":
    case "k":
      return -1;
    case "pageDown":
    case " ":
      return page;
    case "pageUp":
      return -page;
    case "home":
      return -Infinity;
    case "end":
    case "G":
      return Infinity;
  }
  return null;
}

function pressInList(state: State, key: Key): State {
  if (key.text === " ") return choose(state);
  if (key.text === "*") return chooseAll(state);
  const step = stepOf(key, layOut(state.size).listRows);
  if (step !== null) return moveTo(state, selectedPlace(state) + step);
  switch (key.name ?? key.text) {
    case "tab":
    case "right":
      return turnTab(state, 1);
    case "left":
      return turnTab(state, -1);
    case "escape":
      return goBack(state);
    case "enter":
      return selectedRow(state) ? { ...state, dialog: { kind: "detail", top: 0 } } : state;
    case "g":
      return moveTo(readAgain(state), 0);
    case "u":
      return undo(state);
    case "?":
      return { ...state, dialog: { kind: "help", top: 0 } };
    case "q":
      return { ...state, isOver: true };
  }
  const row = selectedRow(state);
  const view = [...(row?.views ?? []), ...(state.page?.views ?? [])].find(
    (each) => each.key === key.text,
  );
  if (view) return show(state, view.view);
  const { name, acts } = keyedActs(state);
  const act = acts.find((each) => each.key === key.text);
  return act ? ask(state, name, act) : state;
}

/** Chooses the selected row, or no longer, and goes on to the next. */
function choose(state: State): State {
  const row = selectedRow(state);
  if (!row) return state;
  const chosen = new Set(state.chosen);
  if (!chosen.delete(row.key)) chosen.add(row.key);
  return moveTo({ ...state, chosen }, selectedPlace(state) + 1);
}

function chooseAll(state: State): State {
  const isAll = state.chosen.size === state.rows.length;
  return { ...state, chosen: new Set(isAll ? [] : state.rows.map(({ key }) => key)) };
}

function moveTo(state: State, place: number): State {
  const selected = keyAt(state.rows, place);
  const isFirst = selected === state.rows[0]?.key;
  return { ...state, selected, seen: isFirst ? selected : state.seen };
}

function show(state: State, view: View): State {
  if (view.name === state.view.name) return state;
  const left = { view: state.view, selected: state.selected };
  return open(state, { view, selected: null, trail: [...state.trail, left] });
}

/** Returns to the list before, and the row that was selected there: never to another one. */
function goBack(state: State): State {
  const last = state.trail.at(-1);
  return last ? open(state, { ...last, trail: state.trail.slice(0, -1) }) : state;
}

function open(state: State, place: Pick<State, "view" | "selected" | "trail">): State {
  const { source, size, now, done, undo, turn } = state;
  return { ...startState(source, size, new Date(now)), done, undo, turn, ...place };
}

function turnTab(state: State, by: 1 | -1): State {
  const tabs = state.page?.tabs ?? [];
  const place = tabs.findIndex(({ name }) => name === state.view.name);
  const next = tabs[(place + by + tabs.length) % tabs.length];
  return next ? show(state, next) : state;
}

function ask(state: State, name: string, act: Act): State {
  const asking = { reason: "", stage: "asking", lines: [], isError: false } as const;
  return { ...state, dialog: { kind: "act", name, act, ...asking } };
}

function undo(state: State): State {
  if (state.undo) return ask(state, state.undo.name, state.undo.act);
  return { ...state, message: { tone: "faint", text: "There is nothing to undo." } };
}
