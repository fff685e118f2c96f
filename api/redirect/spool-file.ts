import { exists, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Click } from "@fairclick/core/clicks/click";
import { decodeRecord, encodeRecord } from "./spool-records";

export type SpoolFile = {
  /** Resolves when the disk has it. False: the file was taken away for replay, and what was written may not be read. */
  append: (clicks: readonly Click[]) => Promise<boolean>;
  close: () => Promise<void>;
};

/** A new file that only its maker can read: it holds addresses. Its name survives a crash too. */
export async function createSpoolFile(path: string): Promise<SpoolFile> {
  const file = await open(path, "ax", 0o600);
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
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
 * Every record in order. In place of what cannot be read stands how much it is: `torn` at the end
 * of a file whose writer died over it, which nobody was told is safe; else the disk has failed.
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
