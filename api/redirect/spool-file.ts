import { exists, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { Click } from "@fairclick/core/clicks/click";
import { decodeRecord, encodeRecord } from "./spool-records";

export type SpoolFile = {
  /** Resolves when the clicks are on disk. False if the file was taken for replay: they may not be read. */
  append: (clicks: readonly Click[]) => Promise<boolean>;
  close: () => Promise<void>;
};

/**
 * Creates a file that only its owner can read, as it holds IP addresses. Syncs the folder, so that the
 * file survives a crash.
 */
export async function createSpoolFile(path: string): Promise<SpoolFile> {
  const file = await open(path, "ax", 0o600);
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    await unlink(path).catch(() => {});
    throw error;
  }
  return {
    append: async (clicks) => {
      await file.writeFile(encodeRecord(clicks));
      await file.datasync();
      return exists(path);
    },
    close: () => file.close(),
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const READ_BYTES = 1_024 * 1_024;

type SpoolItem = Click[] | { lostBytes: number; torn: boolean };

/**
 * Yields every record in order, and `lostBytes` for unreadable parts. `torn` marks an incomplete last
 * record: its writer died before it reported the clicks as stored. Otherwise the disk failed.
 */
export async function* readSpoolFile(path: string): AsyncGenerator<SpoolItem> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const chunk = Buffer.allocUnsafe(READ_BYTES);
    let rest = Buffer.alloc(0);
    let position = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, READ_BYTES);
      if (bytesRead === 0) break;
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (;;) {
        const record = decodeRecord(rest, start);
        if (record.kind === "incomplete") break;
        if (record.kind === "unreadable") {
          yield { lostBytes: size - position - start, torn: false };
          return;
        }
        if (record.kind === "clicks") yield record.clicks;
        else yield { lostBytes: record.end - start, torn: false };
        start = record.end;
      }
      rest = rest.subarray(start);
      position += start;
    }
    if (rest.length > 0) yield { lostBytes: rest.length, torn: true };
  } finally {
    await file.close();
  }
}
