import { AppError } from "@fairclick/core/errors";
import { Box, render, useApp, useInput, usePaste, useWindowSize } from "ink";
import { type Dispatch, useEffect, useReducer } from "react";
import { CliError, describeFailure } from "../frame/failures";
import { Screen } from "./screen";
import { type Event, reduce } from "./state";
import {
  actCommand,
  type DoneAct,
  readKeys,
  type Source,
  type State,
  selectedRow,
  startState,
  type View,
  wantedCursor,
} from "./state-more";

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
      timer = setTimeout(read, source.pollMs);
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

/** Runs the command line that the dialog waits for. */
function useAct({ dialog }: State, { source, dispatch }: Connection): void {
  useEffect(() => {
    if (dialog?.kind !== "act") return;
    if (dialog.stage !== "checking" && dialog.stage !== "doing") return;
    const words = actCommand(dialog, dialog.stage === "checking" ? "--dry-run" : "--yes");
    void source.run(words).then(({ isDone, text }) => {
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
