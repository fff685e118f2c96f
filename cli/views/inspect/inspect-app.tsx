import { Box, render, useApp, useInput, usePaste, useStdout, useWindowSize } from "ink";
import { useEffect, useReducer, useState } from "react";
import type { Api } from "../../connection/open-api";
import { withMouse } from "../../output/with-mouse";
import { createInspectApi, type InspectApi } from "./inspect-api";
import { InspectScreen } from "./inspect-screen";
import { readKeys } from "./keys";
import { createMouseReader } from "./mouse";
import { reduce } from "./reduce";
import type { FilterStore } from "./saved-dialog";
import { type DoneAct, startState } from "./state";
import { useInspectData } from "./use-inspect-data";
import { useSavedFilters } from "./use-saved-filters";

const POLL_MS = 3_000;

const readClock = () => new Date();

type Props = { api: InspectApi; store: FilterStore; now: () => Date; pollMs: number };

export function InspectApp({ api, store, now, pollMs }: Props) {
  const size = useWindowSize();
  const [state, dispatch] = useReducer(reduce, null, () => startState(size, now()));
  const { exit } = useApp();
  useInspectData(state, { api, dispatch, now, pollMs });
  useSavedFilters(state, { store, dispatch });
  useEffect(() => dispatch({ type: "resized", size }), [size]);
  useEffect(() => {
    if (state.isOver) exit(state.done);
  }, [exit, state.isOver, state.done]);
  const { stdout } = useStdout();
  const { copied } = state;
  useEffect(() => {
    if (copied) stdout.write(toClipboard(copied.text));
  }, [copied, stdout]);
  const [readMouse] = useState(createMouseReader);
  useInput((input, inkKey) => {
    const { mouse, text } = readMouse(input);
    if (mouse) dispatch({ type: "moused", mouse, now: now() });
    if (input !== "" && text === "") return;
    for (const key of readKeys(text, inkKey)) dispatch({ type: "pressed", key, now: now() });
  });
  usePaste((text) => dispatch({ type: "pressed", key: { name: null, text }, now: now() }));
  return (
    <Box width={state.size.columns} height={state.size.rows} flexDirection="column">
      <InspectScreen state={state} />
    </Box>
  );
}

/** OSC 52: terminals put the text into the clipboard, also over SSH; others ignore it. */
function toClipboard(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;
}

type Streams = { stdin: NodeJS.ReadStream; screen: NodeJS.WriteStream };

/** `hasMouse` is false if the terminal keeps the mouse for itself, to select text. */
export type InspectOptions = { hasMouse: boolean; store: FilterStore };

/** Shows the inspector on the alternate screen until the person quits. Returns the performed acts. */
export async function showInspect(
  api: Api,
  { stdin, screen, hasMouse, store }: Streams & InspectOptions,
): Promise<readonly DoneAct[]> {
  const given = { api: createInspectApi(api), store, now: readClock, pollMs: POLL_MS };
  const app = render(<InspectApp {...given} />, {
    stdin,
    stdout: hasMouse ? withMouse(screen) : screen,
    exitOnCtrlC: false,
    patchConsole: false,
    alternateScreen: true,
    incrementalRendering: true,
  });
  const done = await app.waitUntilExit();
  return Array.isArray(done) ? done : [];
}
