import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { coverFiles } from "@fairclick/core/campaigns/cover-files";
import type { Config, S3Config } from "../config";
import { withTimeout } from "../context";

/** Keeps the files of covers. All processes of a marketplace use one store. */
export type CoverStore = {
  /** Replaces a file of the same name; it is seen whole or not at all. */
  write: (hash: string, file: string, bytes: Uint8Array) => Promise<void>;
  /** Null if there is no such file. */
  read: (hash: string, file: string) => Promise<Blob | Uint8Array<ArrayBuffer> | null>;
  /** Deletes all files of a cover; does nothing if there are none. */
  remove: (hash: string) => Promise<void>;
};

/** Keeps one folder per cover: deleting it also removes what an interrupted upload left. */
function openDiskStore(dataDir: string): CoverStore {
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

/** Opens the bucket if one is configured, otherwise the folder `covers` of the data folder. */
export function openCoverStore({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): CoverStore {
  return s3 === null ? openDiskStore(dataDir) : openS3Store(s3);
}

const TIMEOUT_MS = 15_000;

/** Keeps the files under `covers/` in a bucket of any service that speaks S3. */
function openS3Store({ endpoint, region, bucket, accessKeyId, secretKey }: S3Config) {
  const client = new Bun.S3Client({
    ...{ bucket, endpoint },
    accessKeyId,
    secretAccessKey: secretKey,
    ...(region === null ? {} : { region }),
  });
  const objectKey = (hash: string, file: string) => `covers/${hash}/${file}`;
  const limited = <Result>(work: Promise<Result>) =>
    withTimeout(work, TIMEOUT_MS, "The store of covers");
  const store: CoverStore = {
    write: async (hash, file, bytes) => {
      await limited(client.write(objectKey(hash, file), bytes));
    },
    read: (hash, file) =>
      limited(client.file(objectKey(hash, file)).bytes()).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    remove: async (hash) => {
      for (const file of coverFiles) await limited(client.delete(objectKey(hash, file)));
    },
  };
  return store;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "NoSuchKey";
}
