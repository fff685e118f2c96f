import { type Click, clickSchema } from "@fairclick/core/clicks/click";
import { z } from "zod";

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

export type DecodedRecord =
  | { kind: "clicks"; clicks: Click[]; end: number }
  /** The content is damaged, but the end of the record is known. */
  | { kind: "damaged"; end: number }
  /** No record starts here. */
  | { kind: "unreadable" }
  /** The bytes end before the record does. */
  | { kind: "incomplete" };

export function decodeRecord(bytes: Buffer, start: number): DecodedRecord {
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
