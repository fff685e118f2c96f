import type { Todo } from "@fairclick/core/operations/todo-schema";
import { Box, render, useApp, useInput, usePaste, useWindowSize } from "ink";
import { type Dispatch, useEffect, useReducer } from "react";
import { describeFailure } from "../../failures";
import { printable } from "../../output/printable";
import { readKeys } from "../inspect/keys";
import { reduceTodo, type TodoEvent } from "./reduce-todo";
import { TodoScreen } from "./todo-screen";
import { actCommand, startTodo, type TodoState } from "./todo-state";

export type TodoSource = {
  read: () => Promise<Todo>;
  /** Runs a command line and returns what it printed. */
  run: (words: readonly string[]) => Promise<{ isDone: boolean; text: string }>;
};

const POLL_MS = 10_000;
const TICK_MS = 1_000;

type Props = { source: TodoSource; now: () => Date; pollMs: number };

export function TodoApp({ source, now, pollMs }: Props) {
  const size = useWindowSize();
  const [state, dispatch] = useReducer(reduceTodo, null, () => startTodo(size, now()));
  const { exit } = useApp();
  useReading(state.turn, { source, dispatch, now, pollMs });
  useCommand(state, source, dispatch);
  useEffect(() => dispatch({ type: "resized", size }), [size]);
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: "ticked", now: now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  useEffect(() => {
    if (state.isOver) exit(state.done);
  }, [exit, state.isOver, state.done]);
  useInput((input, inkKey) => {
    for (const key of readKeys(input, inkKey)) dispatch({ type: "pressed", key });
  });
  usePaste((text) => dispatch({ type: "pressed", key: { name: null, text } }));
  return (
    <Box width={state.size.columns} height={state.size.rows} flexDirection="column">
      <TodoScreen state={state} />
    </Box>
  );
}

type Reading = Props & { dispatch: Dispatch<TodoEvent> };

/** Reads the list `pollMs` after each answer, and at once when `turn` changes. */
function useReading(turn: number, { source, dispatch, now, pollMs }: Reading): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again
  useEffect(() => {
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const read = async () => {
      const event = await source.read().then(
        (todo): TodoEvent => ({ type: "read", todo, now: now() }),
        (error): TodoEvent => ({
          type: "notRead",
          problem: printable(describeFailure(error).message),
        }),
      );
      if (isOver) return;
      dispatch(event);
      timer = setTimeout(read, pollMs);
    };
    void read();
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
    };
  }, [source, dispatch, now, pollMs, turn]);
}

/** Runs the command line that the dialog waits for. */
function useCommand(
  { dialog }: TodoState,
  source: TodoSource,
  dispatch: Dispatch<TodoEvent>,
): void {
  useEffect(() => {
    if (dialog?.kind !== "act" && dialog?.kind !== "show") return;
    const words = wantedCommand(dialog);
    if (!words) return;
    source.run(words).then(({ isDone, text }) => {
      dispatch({ type: "ran", dialog, isDone, lines: text.trimEnd().split("\n") });
    });
  }, [dialog, source, dispatch]);
}

function wantedCommand(dialog: Extract<TodoState["dialog"], { kind: "act" | "show" }>) {
  if (dialog.kind === "show") return dialog.lines === null ? dialog.command : null;
  if (dialog.stage === "checking") return actCommand(dialog, "--dry-run");
  return dialog.stage === "doing" ? actCommand(dialog, "--yes") : null;
}

type Streams = { stdin: NodeJS.ReadStream; screen: NodeJS.WriteStream };

const readClock = () => new Date();

/** Shows the list on the alternate screen until the person quits. Returns what was done, one line each. */
export async function showTodo(
  source: TodoSource,
  { stdin, screen }: Streams,
): Promise<readonly string[]> {
  const app = render(<TodoApp source={source} now={readClock} pollMs={POLL_MS} />, {
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
