import { type Child, startChild } from "./child";
import { keepRunning } from "./keep-running";
import type { Starting } from "./stack-parts";
import { waitUntilReady } from "./wait-until-ready";

type Program<Answer> = {
  name: string;
  script: string;
  env: Record<string, string | undefined>;
  /** Returns null until the program is ready. */
  probe: (child: Child) => Promise<Answer | null> | Answer | null;
};

/**
 * Starts a program, waits until it is ready and keeps it running. Returns the value of `probe`.
 * Throws a `StartError` if it does not get ready.
 */
export async function startProgram<Answer>(
  { config, env, processes, say, onStop, signal }: Starting,
  program: Program<Answer>,
): Promise<Answer> {
  const { name, script } = program;
  const start = () => {
    const child = startChild({
      name,
      script,
      // As in deploy/systemd and the Dockerfile.
      env: { MIMALLOC_PURGE_DELAY: "-1", ...env, ...program.env },
      dataDir: config.dataDir,
    });
    processes.record(name, child.pid);
    return child;
  };
  const first = start();
  const answer = await waitUntilReady({ name, child: first, probe: program.probe, signal }).catch(
    async (error) => {
      await first.stop();
      throw error;
    },
  );
  onStop(keepRunning({ name, first, restart: start, say }).stop);
  return answer;
}
