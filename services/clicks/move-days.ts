import { CONVERSION_DAYS } from "@fairclick/core/conversions/report";
import { AppError } from "@fairclick/core/errors";
import {
  type CopySums,
  createMovedClicks,
  deleteCopies,
  findNeedOfDay,
  findOldestDay,
  finishMove,
  giveUpCopy,
  insertChunk,
  isCopyOfDay,
  isCopyOfDropped,
  type MovedDay,
  readChunk,
  readCopySums,
  startMove,
} from "@fairclick/sql/clicks/moved-clicks";
import { dropClickDay, formatUtcDay, makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { ClickHouse } from "@fairclick/sql/db/clickhouse";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

/** A proof that a player came back compares clicks this long before and after its own. */
const PROOF_WINDOW_DAYS = 30;
/**
 * After these days nothing changes a click any more, and nothing that judges or pays reads it: games report
 * players for 30 days, and appeals, objections and findings reach less far.
 */
export const MOVED_AFTER_DAYS = CONVERSION_DAYS + PROOF_WINDOW_DAYS + 1;

const DAY_MS = 86_400_000;
/** One statement reads all clicks of a day. */
const wholeDay = { statementTimeoutMs: 60 * 60_000 };

export type MoveLimits = {
  chunk: number;
  /** How long ClickHouse may take for an insert, and for the sums of a day. */
  insertMs: number;
  sumMs: number;
};

const limits: MoveLimits = { chunk: 20_000, insertMs: 60_000, sumMs: 10 * 60_000 };

type Moved = {
  days: string[];
  /** The first day that has to wait although it is old enough, and for what; null if none does. */
  waiting: { day: string; need: string } | null;
};

/**
 * Moves the clicks of old days from Postgres to ClickHouse, day after day, and stops at the first day
 * that is still needed: all clicks before the last moved day are in ClickHouse, all others in Postgres. Can be
 * killed at any moment and run beside itself.
 */
export async function moveClickDays(ctx: Ctx, given: Partial<MoveLimits> = {}): Promise<Moved> {
  const { clickhouse } = ctx.db;
  const days: string[] = [];
  if (!clickhouse) return { days, waiting: null };
  const before = formatUtcDay(new Date(ctx.now().getTime() - MOVED_AFTER_DAYS * DAY_MS));
  await createMovedClicks(clickhouse);
  for (;;) {
    const day = await findOldestDay(ctx.db.sql);
    if (day === null || day >= before) return { days, waiting: null };
    const asDay = new Date(`${day}T00:00:00Z`);
    // Only a day with a partition is proved. One that was settled without gets it, and waits for its proof.
    await withTx(ctx.db, (tx) => makeClickPartitions(tx, { from: asDay, to: asDay }), wholeDay);
    const need = await withTx(
      ctx.db,
      (tx) => findNeedOfDay(tx, { day, windowDays: PROOF_WINDOW_DAYS }),
      wholeDay,
    );
    if (need !== null) return { days, waiting: { day, need } };
    const clicks = await moveDay(ctx, { clickhouse, day, ...limits, ...given });
    ctx.log.info({ day, clicks }, "Moved a day's clicks to ClickHouse");
    days.push(day);
  }
}

/** Returns how many clicks the day has. Throws `conflict` if they change meanwhile, and `unavailable`. */
async function moveDay(
  { db }: Ctx,
  { clickhouse, day, ...limits }: MoveLimits & { clickhouse: ClickHouse; day: string },
): Promise<number> {
  const copy = { day, copy: await startMove(db.sql, day) };
  await copyDay(db, { clickhouse, copy, ...limits });
  const sums = await readCopySums(clickhouse, { ...copy, timeoutMs: limits.sumMs });
  const clicks = sums.reduce((count, group) => count + Number(group.clicks), 0);
  const isMoved =
    (await withTx(db, (tx) => isCopyOfDay(tx, { day, sums }), wholeDay)) &&
    (await withTx(db, (tx) => dropCopied(tx, { ...copy, sums, clicks }), wholeDay).catch(
      (error) => {
        if (error instanceof DifferentCopy) return false;
        throw error;
      },
    ));
  if (!isMoved) {
    await giveUpCopy(db.sql, copy);
    throw new AppError("conflict", `The clicks of ${day} changed while they were copied`);
  }
  await deleteCopies(clickhouse, copy);
  return clicks;
}

class DifferentCopy extends Error {}

/** Throws `DifferentCopy`, which undoes the drop. The drop's lock keeps decisions away: it sums what it drops. */
async function dropCopied(
  tx: Tx,
  { sums, clicks, ...copy }: MovedDay & { sums: CopySums[]; clicks: number },
): Promise<true> {
  const { day } = copy;
  const isDropped =
    (await dropClickDay(tx, day)) &&
    (await isCopyOfDropped(tx, { day, sums })) &&
    (await finishMove(tx, { ...copy, clicks }));
  if (!isDropped) throw new DifferentCopy();
  return true;
}

/** Inserts the clicks of a day by id. Chunks that an earlier run has inserted are ignored there. */
async function copyDay(
  db: Db,
  { clickhouse, copy, chunk, insertMs }: MoveLimits & { clickhouse: ClickHouse; copy: MovedDay },
): Promise<void> {
  let after: string | null = null;
  for (let number = 0; ; number += 1) {
    const rows = await readChunk(db.sql, { ...copy, after, limit: chunk });
    if (rows === null) return;
    await insertChunk(clickhouse, { ...copy, number, lines: rows.lines, timeoutMs: insertMs });
    after = rows.last;
  }
}
