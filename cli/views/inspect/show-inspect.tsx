import { render } from "ink";
import type { Api } from "../../connection/open-api";
import { createInspectApi } from "./inspect-api";
import { InspectApp } from "./inspect-app";
import type { DoneAct } from "./state";

const POLL_MS = 3_000;

const readClock = () => new Date();

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
