import { coverTooLarge, MAX_COVER_BYTES } from "@fairclick/core/campaigns/cover-files";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  countUnusedUploads,
  findCover,
  insertUpload,
  lockCover,
  markStored,
} from "@fairclick/sql/campaigns/covers";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import type { CoverStore } from "./cover-store";
import type { ImageTasks } from "./run-image-task";
import { isKnownImage } from "./sniff-image";

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
  { store, tasks }: Pictures,
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
  const result = await tasks("cover", bytes);
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
