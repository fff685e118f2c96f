/** Runs the work at once and repeatedly; each run returns the milliseconds until the next. */
export function repeat(work: () => Promise<number>): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running: Promise<void>;
  const run = async () => {
    const pauseMs = await work();
    if (!stopped) timer = setTimeout(again, pauseMs);
  };
  const again = () => {
    running = run();
  };
  running = run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
