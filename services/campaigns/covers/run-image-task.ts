import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@fairclick/core/errors";
import { currentLanguage, t } from "@fairclick/core/language/t";
import { describeUnreadable, type ImageResult, type ImageTask, unpackResult } from "./image-task";

const PROGRAM = fileURLToPath(new URL("./encode-main.ts", import.meta.url));
const TIMEOUT_MS = 20_000;
const MAX_WAITING = 8;
const RETRY_SECONDS = 10;

/** Runs the tasks of each kind one after another. Throws `unavailable` if too many wait. */
export type ImageTasks = (task: ImageTask, bytes: Uint8Array) => Promise<ImageResult>;

/**
 * Decodes each image in a process of its own, so that an image that crashes or blocks its decoder cannot harm
 * the process that answers requests. Drawings and uploads do not wait for each other.
 */
export function openImageTasks({ timeoutMs = TIMEOUT_MS } = {}): ImageTasks {
  const lines: Record<ImageTask, Line> = { cover: openLine(), drawing: openLine() };
  return (task, bytes) => lines[task](() => runTask(task, bytes, timeoutMs));
}

type Line = (work: () => Promise<ImageResult>) => Promise<ImageResult>;

function openLine(): Line {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_WAITING) {
      throw new AppError("unavailable", t`Many images are being read. Please try again soon.`, {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    waiting += 1;
    const mine = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = mine.catch(() => {});
    return mine;
  };
}

async function runTask(task: ImageTask, bytes: Uint8Array, timeoutMs: number) {
  const child = Bun.spawn([process.execPath, PROGRAM, task, currentLanguage()], {
    stdin: bytes,
    stdout: "pipe",
    stderr: "ignore",
    // The process gets neither the settings of this process nor those of an `.env` file.
    env: {},
    cwd: dirname(PROGRAM),
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const output = await new Response(child.stdout).bytes();
  const exitCode = await child.exited;
  if (exitCode === 0) return unpackResult(output);
  return { problem: describeUnreadable() };
}
