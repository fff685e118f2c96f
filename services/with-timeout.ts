import { AppError } from "@fairclick/core/errors";

/**
 * Rejects with `unavailable` if the work takes longer; the work itself continues and its result is
 * ignored.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  what: string,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError("unavailable", `${what} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
