import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CoverStore } from "./cover-store";

/** Keeps one folder per cover: deleting it also removes what an interrupted upload left. */
export function openDiskStore(dataDir: string): CoverStore {
  const coverFolder = (hash: string) => join(dataDir, "covers", hash);
  return {
    write: async (hash, file, bytes) => {
      const folder = coverFolder(hash);
      await mkdir(folder, { recursive: true });
      const part = join(folder, `${file}.${crypto.randomUUID()}`);
      const handle = await open(part, "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, join(folder, file));
    },
    read: async (hash, file) => {
      const found = Bun.file(join(coverFolder(hash), file));
      return (await found.exists()) ? found : null;
    },
    remove: (hash) => rm(coverFolder(hash), { recursive: true, force: true }),
  };
}
