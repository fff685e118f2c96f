import { Box, render, useApp, useInput, usePaste, useStdout, useWindowSize } from "ink";
import { useEffect, useReducer } from "react";
import type { Api } from "../../connection/open-api";
import { withMouse } from "../../output/with-mouse";
import { createInspectApi, type InspectApi } from "./inspect-api";
import { InspectScreen } from "./inspect-screen";
import { readKeys } from "./keys";
import { reduce } from "./reduce";
import type { FilterStore } from "./saved-dialog";
import { type DoneAct, startState } from "./state";
import { type MouseSource, noMouse, takeMouse } from "./take-mouse";
import { useInspectData } from "./use-inspect-data";
import { useSavedFilters } from "./use-saved-filters";

const POLL_MS = 3_000;

const readClock = () => new Date();

type Props = {
  api: InspectApi;
  store: FilterStore;
  mouse: MouseSource;
  now: () => Date;
  pollMs: number;
};

export function InspectApp({ api, store, mouse, now, pollMs }: Props) {
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
  useEffect(
    () => mouse.subscribe((report) => dispatch({ type: "moused", mouse: report, now: now() })),
    [mouse, now],
  );
  useInput((input, inkKey) => {
    for (const key of readKeys(input, inkKey)) dispatch({ type: "pressed", key, now: now() });
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
  const input = hasMouse ? takeMouse(stdin) : { stdin, mouse: noMouse };
  const given = {
    api: createInspectApi(api),
    store,
    mouse: input.mouse,
    now: readClock,
    pollMs: POLL_MS,
  };
  const app = render(<InspectApp {...given} />, {
    stdin: input.stdin,
    stdout: hasMouse ? withMouse(screen) : screen,
    exitOnCtrlC: false,
    patchConsole: false,
    alternateScreen: true,
    incrementalRendering: true,
  });
  const done = await app.waitUntilExit();
  return Array.isArray(done) ? done : [];
}
