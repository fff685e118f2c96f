import { coverFiles } from "@fairclick/core/campaigns/cover-files";
import type { S3Config } from "../../config";
import { withTimeout } from "../../with-timeout";
import type { CoverStore } from "./cover-store";

const TIMEOUT_MS = 15_000;

/** Keeps the files under `covers/` in a bucket of any service that speaks S3. */
export function openS3Store({ endpoint, region, bucket, accessKeyId, secretKey }: S3Config) {
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
