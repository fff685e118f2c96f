import { Box, render, useApp, useInput, usePaste, useStdout, useWindowSize } from "ink";
import { useEffect, useReducer } from "react";
import type { Api } from "../../connection/open-api";
import { createInspectApi, type InspectApi } from "./inspect-api";
import { InspectScreen } from "./inspect-screen";
import { readKeys } from "./keys";
import { reduce } from "./reduce";
import { type DoneAct, startState } from "./state";
import { useInspectData } from "./use-inspect-data";

const POLL_MS = 3_000;

const readClock = () => new Date();

type Props = { api: InspectApi; now: () => Date; pollMs: number };

export function InspectApp({ api, now, pollMs }: Props) {
  const size = useWindowSize();
  const [state, dispatch] = useReducer(reduce, null, () => startState(size, now()));
  const { exit } = useApp();
  useInspectData(state, { api, dispatch, now, pollMs });
  useEffect(() => dispatch({ type: "resized", size }), [size]);
  useEffect(() => {
    if (state.isOver) exit(state.done);
  }, [exit, state.isOver, state.done]);
  const { stdout } = useStdout();
  const { copied } = state;
  useEffect(() => {
    if (copied) stdout.write(toClipboard(copied.text));
  }, [copied, stdout]);
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

/** Shows the inspector on the alternate screen until the person quits. Returns the performed acts. */
export async function showInspect(
  api: Api,
  { stdin, screen }: Streams,
): Promise<readonly DoneAct[]> {
  const app = render(<InspectApp api={createInspectApi(api)} now={readClock} pollMs={POLL_MS} />, {
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
