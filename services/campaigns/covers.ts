import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { coverFiles, coverTooLarge, MAX_COVER_BYTES } from "@fairclick/core/campaigns/cover-files";
import type { CoverInput } from "@fairclick/core/campaigns/covers";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import { type LockedCampaignRow, lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import {
  countUnusedUploads,
  expireCovers,
  findCover,
  finishLeaving,
  hasUploaded,
  insertUpload,
  listLeavingCovers,
  lockCover,
  lockUnusedCovers,
  markRemoved,
  markStored,
  setCover,
  takeCoverOff,
} from "@fairclick/sql/campaigns/covers";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireUser } from "../changes";
import type { Config, S3Config } from "../config";
import { type Ctx, withTimeout } from "../context";
import { notify } from "../notify";
import { type ImageTasks, isKnownImage } from "./cover-images";
import { campaignNotFound } from "./read-campaigns";

/** Max images of a user that no campaign shows. They are deleted a day after their upload. */
const MAX_UNUSED = 20;

export type Pictures = { store: CoverStore; tasks: ImageTasks };

/**
 * Encodes and stores an image, and returns its hash, which names it. The same image is stored once,
 * and an upload that was interrupted is repeated. Throws `validation` if it cannot be a cover,
 * `forbidden` if an operator removed it.
 */
export async function uploadCover(
  ctx: Ctx,
  bytes: Uint8Array<ArrayBuffer>,
  { store, tasks, network }: Pictures & { network: string },
): Promise<string> {
  const userId = requireUser(ctx);
  if (bytes.length >= MAX_COVER_BYTES) throw new AppError("validation", coverTooLarge());
  if (!isKnownImage(bytes)) {
    throw new AppError("validation", t`Please select a valid image file`);
  }
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const known = await findCover(ctx.db.sql, hash);
  if (known?.removedReason) throw refuseRemoved(known.removedReason);
  const upload = { userId, hash, at: ctx.now() };
  if (known?.storedAt) {
    await recordUpload(ctx, upload);
    return hash;
  }
  const result = await tasks("cover", bytes, { userId, network });
  if ("problem" in result) throw new AppError("validation", result.problem);
  await recordUpload(ctx, upload);
  for (const [file, encoded] of result.files) await store.write(hash, file, encoded);
  if (!(await markStored(ctx.db.sql, upload))) throw tryAgain();
  return hash;
}

async function recordUpload(
  ctx: Ctx,
  upload: { userId: UserId; hash: string; at: Date },
): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    if ((await countUnusedUploads(tx, upload)) >= MAX_UNUSED) {
      throw new AppError(
        "conflict",
        t`You have uploaded ${MAX_UNUSED} images that no campaign shows. They are deleted after a day; please use one of them or wait.`,
      );
    }
    if (!(await insertUpload(tx, upload))) {
      throw new AppError("unauthenticated", t`Authentication failed`);
    }
    const cover = await lockCover(tx, upload.hash);
    if (cover?.removedReason) throw refuseRemoved(cover.removedReason);
    if (!cover || cover.expiredAt) throw tryAgain();
  });
}

function refuseRemoved(reason: string): AppError {
  return new AppError("forbidden", t`Fairclick removed this image. The reason: ${reason}`);
}

/** For an upload while the unused files of the same image are being deleted. */
function tryAgain(): AppError {
  return new AppError("unavailable", t`The image could not be stored. Please try again.`, {
    retryAfterSeconds: 2,
  });
}

type Use = { id: CampaignId; developerId: UserId; cover: CoverInput | null };

/**
 * Sets or removes the cover of a campaign. Throws `validation` unless the developer uploaded the image
 * and it is still stored.
 */
export async function changeCover(tx: Tx, { id, developerId, cover }: Use): Promise<void> {
  if (cover !== null) {
    const { hash } = cover;
    const stored = await lockCover(tx, hash);
    const isOwn = await hasUploaded(tx, { userId: developerId, hash });
    if (!isOwn || !stored?.storedAt || stored.expiredAt || stored.removedAt) {
      const message = t`This cover image is not stored any more. Please choose it again.`;
      throw new AppError("validation", message, { issues: [{ path: "cover", message }] });
    }
  }
  await setCover(tx, { id, cover: cover && { hash: cover.hash, alt: cover.alt ?? "" } });
}

export function toCover({
  coverHash,
  coverAlt,
}: Pick<LockedCampaignRow, "coverHash" | "coverAlt">): CoverInput | null {
  return coverHash === null ? null : { hash: coverHash, alt: coverAlt };
}

export function coverFacts(cover: CoverInput | null | undefined) {
  if (cover === undefined) return {};
  return { coverHash: cover?.hash ?? null, coverAlt: cover?.alt ?? "" };
}

/**
 * Removes the cover of a campaign, from all campaigns that show the same image, and deletes its files.
 * The same image is refused from then on.
 */
export async function removeCover(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: CampaignId },
  store: CoverStore,
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (!campaign) throw campaignNotFound();
    const { name, coverHash: hash, coverAlt } = campaign;
    if (hash === null) throw new AppError("conflict", "This campaign has no cover image.");
    return {
      action: "campaign.cover_remove",
      subject: `campaign:${id}`,
      before: { name, coverHash: hash, coverAlt },
      after: { name, coverHash: null, coverAlt: "" },
      apply: async () => {
        await markRemoved(tx, { hash, at: ctx.now(), reason: input.reason });
        for (const { campaignId, name, developerId } of await takeCoverOff(tx, hash)) {
          await notify(tx, ctx, campaignDecided, {
            to: [developerId],
            data: { campaignId, name, decision: "cover_removed", reason: input.reason },
          });
        }
      },
    };
  });
  const hash = change.before.coverHash;
  if (change.applied && typeof hash === "string") {
    // If this fails, the job `forget` does it.
    await deleteCoverFiles(ctx, store, hash).catch((error: unknown) =>
      ctx.log.warn({ err: error, hash }, "the files of a removed cover are not deleted yet"),
    );
  }
  return change;
}

/** How long an image is kept that no campaign shows. */
const UNUSED_MS = 24 * 3_600_000;
const BATCH = 200;
const MAX_BATCHES = 50;

/**
 * Deletes the files of covers that nobody uses or that an operator removed. Safe to run twice and
 * concurrently; continues where an interrupted run ended.
 */
export async function deleteCovers(ctx: Ctx, store: CoverStore): Promise<void> {
  const usedBefore = new Date(ctx.now().getTime() - UNUSED_MS);
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await withTx(ctx.db, async (tx) => {
      const hashes = await lockUnusedCovers(tx, { usedBefore, limit: BATCH });
      await expireCovers(tx, { hashes, usedBefore, at: ctx.now() });
    });
    const leaving = await listLeavingCovers(ctx.db.sql, BATCH);
    for (const hash of leaving) await deleteCoverFiles(ctx, store, hash);
    if (leaving.length < BATCH) return;
  }
}

/** Deletes the files before the row, so that no crash leaves files without a row. */
async function deleteCoverFiles(
  { db, now }: Pick<Ctx, "db" | "now">,
  store: CoverStore,
  hash: string,
): Promise<void> {
  await store.remove(hash);
  await withTx(db, (tx) => finishLeaving(tx, { hash, at: now() }));
}

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
