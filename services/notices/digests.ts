import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { UserId } from "@fairclick/core/ids";
import { creatorStarted } from "@fairclick/core/notices/click-notices";
import { creatorDigest, developerDigest } from "@fairclick/core/notices/digest-notices";
import { lastWeek, type Week } from "@fairclick/core/notices/iso-week";
import { takeWaitingForGame, waitForGame } from "@fairclick/sql/campaigns/market";
import { type FigureRow, noClicks, readFigures, sumFigures } from "@fairclick/sql/clicks/figures";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  advanceDigestRun,
  type DigestName,
  listDeveloperMoney,
  listDigestUsers,
  lockDigestRun,
} from "@fairclick/sql/notices/digests";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { notify, notifyEach } from "../notify";

/** Categories beyond these are not listed; the sum counts them. */
const MAX_CATEGORIES = 5;

/** Writes one digest per creator with judged clicks in the week. */
async function writeCreatorDigests(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { users, week }: { users: UserId[]; week: Week },
): Promise<void> {
  const asked = { scope: { creatorIds: users }, period: week };
  const links = await readFigures(tx, {
    ...asked,
    by: ["creatorId", "campaignId", "campaignName"],
  });
  const reasons = await readFigures(tx, {
    ...asked,
    by: ["creatorId", "value"],
    dimensions: ["reason"],
  });
  const judged = links.filter(({ valid, invalid }) => valid + invalid > 0n);
  const notices = [...Map.groupBy(judged, ({ creatorId }) => creatorId)].map(([to, own]) => ({
    to,
    data: {
      monday: week.from.toISOString(),
      ...sumLinks(own),
      reasons: listCategories(reasons.filter(({ creatorId }) => creatorId === to)),
    },
    key: week.name,
  }));
  await notifyEach(tx, ctx, creatorDigest, notices);
}

/** `best` is the link with the highest earnings, then the most valid clicks. */
function sumLinks(links: readonly FigureRow<"campaignName">[]) {
  const { valid, invalid, micros } = sumFigures(links);
  const [best] = [...links].sort((a, b) => Number(b.micros - a.micros || b.valid - a.valid));
  return {
    valid: Number(valid),
    earnedMicros: micros,
    refused: Number(invalid),
    best:
      best && best.valid > 0n
        ? { name: best.campaignName, clicks: Number(best.valid), micros: best.micros }
        : null,
  };
}

/** Returns the categories that creators see, most clicks first. */
function listCategories(reasons: readonly FigureRow<"value">[]) {
  const byCategory = Map.groupBy(reasons, ({ value }) => reasonCategory(value));
  return [...byCategory]
    .map(([category, found]) => ({ category, clicks: Number(sumFigures(found).invalid) }))
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks)
    .slice(0, MAX_CATEGORIES);
}

/** Writes one digest per developer with judged clicks in the week. */
async function writeDeveloperDigests(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { users, week }: { users: UserId[]; week: Week },
): Promise<void> {
  const scope = { developerIds: users };
  const figures = await readFigures(tx, { scope, by: ["developerId"], period: week });
  const judged = new Map(figures.map((row) => [row.developerId, row]));
  const developers = await listDeveloperMoney(tx, { users: [...judged.keys()], after: week.to });
  const monday = week.from.toISOString();
  const notices = developers.map(({ userId, ...money }) => {
    const { valid, micros } = judged.get(userId) ?? noClicks;
    const data = { monday, valid: Number(valid), costMicros: micros, ...money };
    return { to: userId, data, key: week.name };
  });
  await notifyEach(tx, ctx, developerDigest, notices);
}

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

const TOLD_A_RUN = 500;

/** Notes that the caller wants to be told, once, when a campaign can be joined. */
export async function askForGame(ctx: Ctx): Promise<void> {
  await waitForGame(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() });
}

/** Tells those who wait for a game, once, while one is open. */
export async function tellOfOpenGames(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const waiting = await takeWaitingForGame(tx, { at, limit: TOLD_A_RUN });
    if (waiting.length === 0) return;
    const data = { step: "game_opened" } as const;
    await notify(tx, ctx, creatorStarted, { to: waiting, data });
  });
}
