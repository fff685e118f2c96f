import { type Child, startChild } from "./child";
import { keepRunning } from "./keep-running";
import type { Starting } from "./stack-parts";
import { waitUntilReady } from "./wait-until-ready";

type Program<Answer> = {
  name: string;
  script: string;
  env: Record<string, string | undefined>;
  /** Null as long as the program is not ready. */
  ask: (child: Child) => Promise<Answer | null> | Answer | null;
};

/** Starts a program of ours, waits until it is ready and from then on keeps it running. */
export async function startProgram<Answer>(
  { config, env, processes, say, onStop, signal }: Starting,
  program: Program<Answer>,
): Promise<Answer> {
  const { name, script } = program;
  const start = () => {
    const child = startChild({
      name,
      script,
      env: { ...env, ...program.env },
      dataDir: config.dataDir,
    });
    processes.note(name, child.pid);
    return child;
  };
  const first = start();
  const answer = await waitUntilReady({ name, child: first, ask: program.ask, signal }).catch(
    async (error) => {
      await first.stop();
      throw error;
    },
  );
  onStop(keepRunning({ name, first, startAgain: start, say }).stop);
  return answer;
}
