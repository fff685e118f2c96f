import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";

/** Formats rows as CSV (RFC 4180). */
export function writeCsv(rows: string[][]): string {
  return rows.map((fields) => `${fields.map(quote).join(",")}\r\n`).join("");
}

/** Quotes text that a spreadsheet would run as a formula: campaign names are chosen by users. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

const CHUNK_BYTES = 65_536;

type Produce = (write: (part: string | Uint8Array) => Promise<void>) => Promise<void>;
type Options = {
  /** After this time the stream fails, also if nobody reads it. */
  timeoutMs: number;
  /** Called once, when nothing is read or written any more; `failure` is null after a success. */
  onEnd: (failure: unknown) => void;
};

/**
 * Returns a stream of what `produce` writes, in bounded memory. It passes through a temporary file
 * without a name: a slow reader does not delay the writer, and a crash leaves nothing behind.
 */
export async function streamThroughFile(
  produce: Produce,
  { timeoutMs, onEnd }: Options,
): Promise<ReadableStream<Uint8Array>> {
  const file = await openNamelessFile();
  let [written, sent] = [0, 0];
  let state: "writing" | "written" | "stopped" = "writing";
  let failure: unknown = null;
  let news = Promise.withResolvers<void>();
  const announce = () => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  const stop = (why: unknown) => {
    failure ??= why;
    state = "stopped";
    announce();
  };
  const write = async (part: string | Uint8Array) => {
    if (state === "stopped") throw failure;
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    written += await append(file, bytes, written);
    announce();
  };
  const writing = produce(write).then(() => {
    if (state === "writing") state = "written";
    announce();
  }, stop);
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= (async () => {
      clearTimeout(timer);
      await writing;
      await file.close();
      onEnd(failure);
    })();
    return ending;
  };
  const timer = setTimeout(() => {
    stop(new Error("The download took too long"));
    void end();
  }, timeoutMs);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        while (state === "writing" && sent === written) await news.promise;
        if (state !== "stopped" && sent < written) {
          // The file can hold more: a write that has not returned is not counted yet.
          const length = Math.min(CHUNK_BYTES, written - sent);
          const { bytesRead, buffer } = await file.read(Buffer.alloc(length), {
            position: sent,
          });
          sent += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          return;
        }
        await end();
        if (failure) controller.error(failure);
        else controller.close();
      },
      cancel: async () => {
        stop(new Error("The reader has gone"));
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}

async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `fairclick-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

async function append(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
  return bytes.length;
}

/** Max exports of a process at once: each holds a transaction while it is written. */
const MAX_EXPORTS = 4;
const MAX_OF_USER = 2;
const RETRY_SECONDS = 30;

/** Limits how many exports run at once. */
export type ExportSlots = {
  /**
   * Takes a slot and returns the function that frees it. Throws `rate_limited` if all slots, or all
   * of the user, are taken.
   */
  take: (userId: UserId) => () => void;
};

export function openExportSlots(): ExportSlots {
  const taken: UserId[] = [];
  return {
    take: (userId) => {
      if (taken.filter((id) => id === userId).length >= MAX_OF_USER) {
        throw refuse(t`Other exports of yours are still being downloaded.`);
      }
      if (taken.length >= MAX_EXPORTS) {
        throw refuse(t`Many exports are being written. Please try again soon.`);
      }
      taken.push(userId);
      return () => {
        taken.splice(taken.indexOf(userId), 1);
      };
    },
  };
}

function refuse(message: string): AppError {
  return new AppError("rate_limited", message, { retryAfterSeconds: RETRY_SECONDS });
}
