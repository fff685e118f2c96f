import type { UserId } from "@fairclick/core/ids";
import { lastWeek, type Week } from "@fairclick/core/notices/iso-week";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  advanceDigestRun,
  type DigestName,
  listDigestUsers,
  lockDigestRun,
} from "@fairclick/sql/notices/digests";
import type { Ctx } from "../../context";
import { writeCreatorDigests } from "./creator-digest";
import { writeDeveloperDigests } from "./developer-digest";

/** By then the last clicks of Sunday are judged. */
const AFTER_MONDAY_MS = 6 * 3_600_000;
const SLICE = 200;
const SLICES_A_RUN = 200;

type DigestCtx = Pick<Ctx, "db" | "now">;
type WriteSlice = (tx: Tx, ctx: DigestCtx, slice: { users: UserId[]; week: Week }) => Promise<void>;

const digests: readonly { digest: DigestName; write: WriteSlice }[] = [
  { digest: "creator", write: writeCreatorDigests },
  { digest: "developer", write: writeDeveloperDigests },
];

/**
 * Writes the digests of the last ISO week, from Monday 06:00 UTC on. A slice of users and how far the
 * run has come are one transaction: a user has at most one digest per week, however often and where
 * this runs or dies.
 */
export async function sendDigests(ctx: DigestCtx, slice = SLICE): Promise<void> {
  const week = lastWeek(new Date(ctx.now().getTime() - AFTER_MONDAY_MS));
  for (const { digest, write } of digests) {
    for (let slices = 0; slices < SLICES_A_RUN; slices += 1) {
      const more = await withTx(ctx.db, async (tx) => {
        const run = { digest, week: week.name };
        const after = await lockDigestRun(tx, run);
        if (after === undefined) return false;
        const users = await listDigestUsers(tx, { digest, after, limit: slice });
        if (users.length > 0) await write(tx, ctx, { users, week });
        const isLast = users.length < slice;
        const finishedAt = isLast ? ctx.now() : null;
        await advanceDigestRun(tx, { ...run, after: users.at(-1) ?? null, finishedAt });
        return !isLast;
      });
      if (!more) break;
    }
  }
}
