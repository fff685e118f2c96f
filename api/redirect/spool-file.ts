import { exists, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { type Click, clickSchema } from "@fairclick/core/clicks/click";
import { z } from "zod";

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

const HEADER_BYTES = 8;
const MAX_PAYLOAD_BYTES = 64 * 1_024 * 1_024;
const clicksSchema = z.array(clickSchema);

/** Encodes a record: length and CRC-32 of the payload (both little-endian), then the payload, clicks as JSON. */
export function encodeRecord(clicks: readonly Click[]): Buffer {
  const payload = Buffer.from(JSON.stringify(clicks));
  const record = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(Bun.hash.crc32(payload), 4);
  payload.copy(record, HEADER_BYTES);
  return record;
}

type DecodedRecord =
  | { kind: "clicks"; clicks: Click[]; end: number }
  /** The content is damaged, but the end of the record is known. */
  | { kind: "damaged"; end: number }
  /** No record starts here. */
  | { kind: "unreadable" }
  /** The bytes end before the record does. */
  | { kind: "incomplete" };

function decodeRecord(bytes: Buffer, start: number): DecodedRecord {
  if (bytes.length - start < HEADER_BYTES) return { kind: "incomplete" };
  const length = bytes.readUInt32LE(start);
  if (length === 0 || length > MAX_PAYLOAD_BYTES) return { kind: "unreadable" };
  const end = start + HEADER_BYTES + length;
  if (end > bytes.length) return { kind: "incomplete" };
  const payload = bytes.subarray(start + HEADER_BYTES, end);
  if (Bun.hash.crc32(payload) !== bytes.readUInt32LE(start + 4)) return { kind: "damaged", end };
  const clicks = clicksSchema.safeParse(JSON.parse(payload.toString()));
  return clicks.success ? { kind: "clicks", clicks: clicks.data, end } : { kind: "damaged", end };
}
