import {
  expireCovers,
  finishLeaving,
  listLeavingCovers,
  lockUnusedCovers,
} from "@fairclick/sql/campaigns/covers";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import type { CoverStore } from "./cover-store";

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
export async function deleteCoverFiles(
  { db, now }: Pick<Ctx, "db" | "now">,
  store: CoverStore,
  hash: string,
): Promise<void> {
  await store.remove(hash);
  await withTx(db, (tx) => finishLeaving(tx, { hash, at: now() }));
}
