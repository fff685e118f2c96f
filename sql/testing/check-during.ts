import { onTestFinished } from "vitest";

/**
 * Runs `check` again and again while `work` runs. Waits for both, and throws the first failure. The
 * checks also end with the test: one that timed out leaves nothing running.
 */
export async function checkDuring(
  check: () => Promise<void>,
  work: () => Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  onTestFinished(end);
  const checkUntilOver = async () => {
    while (!isOver) await check();
  };
  const outcomes = await Promise.allSettled([checkUntilOver(), work().finally(end)]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
