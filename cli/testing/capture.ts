import type { ExitCode } from "../frame/failures";
import type { Host } from "../frame/host";
import { run } from "../program";

type Surroundings = Partial<Pick<Host, "env" | "terminal" | "colours">> & {
  input?: string;
};
export type Captured = { exitCode: ExitCode; out: string; err: string };

/** Runs a command line in this process and returns its output. */
export async function capture(
  args: readonly string[],
  { env = {}, terminal = null, colours = false, input = "" }: Surroundings = {},
): Promise<Captured> {
  let out = "";
  let err = "";
  const exitCode = await run(args, {
    env,
    terminal,
    colours,
    write: (text) => {
      out += text;
    },
    remark: (text) => {
      err += text;
    },
    readInput: async () => input,
    onStop: () => {},
  });
  return { exitCode, out, err };
}
