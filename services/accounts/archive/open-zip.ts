import { Zip, ZipDeflate } from "fflate";

const LEVEL = 6;
const encoder = new TextEncoder();

export type ZipWriter = {
  /** Adds a file from its parts, in order. */
  addFile: (name: string, parts: AsyncIterable<string> | Iterable<string>) => Promise<void>;
  /** Writes the table of contents. Call it once, after the last file. */
  finish: () => Promise<void>;
};

/**
 * Writes a ZIP file piece by piece: holds no more than one part in memory. All times in it are
 * `at`.
 */
export function openZip(send: (bytes: Uint8Array) => Promise<void>, at: Date): ZipWriter {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const flush = async () => {
    for (const bytes of ready.splice(0)) await send(bytes);
  };
  return {
    addFile: async (name, parts) => {
      const file = new ZipDeflate(name, { level: LEVEL });
      file.mtime = at;
      zip.add(file);
      for await (const part of parts) {
        file.push(encoder.encode(part));
        await flush();
      }
      file.push(new Uint8Array(), true);
      await flush();
    },
    finish: async () => {
      zip.end();
      await flush();
    },
  };
}
