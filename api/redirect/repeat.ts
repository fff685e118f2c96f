/** Runs the work at once and then again and again, with a pause between the end of one and the next. */
export function repeat(work: () => Promise<void>, pauseMs: number): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running: Promise<void>;
  const run = async () => {
    await work();
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
