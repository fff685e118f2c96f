import { t } from "@fairclick/core/language/t";
/** A task of the process that decodes images: encode a cover's files, or convert a drawing to PNG. */
export type ImageTask = "cover" | "drawing";

/** Files by name, or the reason why there are none, as a sentence for people. */
export type ImageResult = { files: Map<string, Uint8Array> } | { problem: string };

export function describeUnreadable(): string {
  return t`This image cannot be read. Please save it as PNG or JPEG and try again.`;
}

/** Writes a result as one line of JSON and the bytes of its files. */
export function packResult(result: ImageResult): Uint8Array {
  const files = "files" in result ? [...result.files] : [];
  const head =
    "files" in result ? { files: files.map(([name, { length }]) => [name, length]) } : result;
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...files.map(([, bytes]) => bytes),
  ]);
}

/** Throws if the process ended before it had written everything. */
export function unpackResult(packed: Uint8Array): ImageResult {
  const end = packed.indexOf(10);
  const head: { files?: [string, number][]; problem?: string } = JSON.parse(
    Buffer.from(packed.subarray(0, Math.max(end, 0))).toString(),
  );
  if (head.problem !== undefined) return { problem: head.problem };
  const files = new Map<string, Uint8Array>();
  let at = end + 1;
  for (const [name, length] of head.files ?? []) {
    files.set(name, packed.subarray(at, at + length));
    at += length;
  }
  if (at !== packed.length || files.size === 0) throw new Error("The result is not whole");
  return { files };
}
