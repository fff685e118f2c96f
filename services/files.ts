import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { type Holder, openLine, openShares } from "./shares";

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
  place: Pick<ExportPlace, "write" | "signal">;
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
  { place, timeoutMs, onEnd }: Options,
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
  const writing = place
    .write(() => produce(write))
    .then(() => {
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
  const giveUp = (why: string) => {
    stop(new Error(why));
    void end();
  };
  const timer = setTimeout(() => giveUp("The download took too long"), timeoutMs);
  place.signal.addEventListener("abort", () => giveUp("Others need the place of this download"));
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

/** Max exports that a process writes at once: each holds a transaction while it is written. */
const MAX_WRITTEN = 4;
/** Max exports that are written or downloaded: each holds a file. */
const downloads = { total: 100, perUser: 2, perNetwork: 30 };
const RETRY_SECONDS = 30;

export type ExportPlace = {
  /** Writes the export when it is its turn. */
  write: (work: () => Promise<void>) => Promise<void>;
  /** Aborted when the export must make way for others. */
  signal: AbortSignal;
  free: () => void;
};

/** Takes a place for an export. Throws `rate_limited` if the user or the network has too many. */
export type ExportPlaces = (holder: Holder) => ExportPlace;

/** Writes few exports at once, and never waits for somebody who does not read theirs. */
export function openExportPlaces(): ExportPlaces {
  const refuse = (taken: keyof Holder | "all") => {
    const message =
      taken === "userId"
        ? t`Other exports of yours are still being downloaded.`
        : t`Many exports are being written. Please try again soon.`;
    return new AppError("rate_limited", message, { retryAfterSeconds: RETRY_SECONDS });
  };
  const places = openShares({ ...downloads, refuse });
  const line = openLine({ ...downloads, atOnce: MAX_WRITTEN, refuse });
  return (holder) => {
    const making = new AbortController();
    const free = places.take(holder, () => making.abort());
    return { write: (work) => line(holder, work), signal: making.signal, free };
  };
}
