import { AppError } from "@fairclick/core/errors";
import {
  holdMovedDays,
  listMovedClicks,
  type MovedClick,
  type MovedDays,
  type MovedPage,
} from "@fairclick/sql/clicks/read-moved-clicks";
import type { Db, Queryable, Tx } from "@fairclick/sql/db/client";
import { type TxOptions, withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

/** What Postgres has, and the days that ClickHouse has; null if it has none. */
export type Kept<Result> = { kept: Result; days: MovedDays | null };

/**
 * Reads clicks in Postgres, in a transaction. Read the moved days afterwards: a click is in exactly one of
 * the two, also while a day moves, and no transaction waits for ClickHouse.
 */
export function readKept<Result>(
  db: Db,
  read: (tx: Tx, days: MovedDays | null) => Promise<Result>,
  options: TxOptions,
): Promise<Kept<Result>> {
  return withTx(
    db,
    async (tx) => {
      const days = db.clickhouse ? await holdMovedDays(tx, db.sql) : null;
      return { kept: await read(tx, days), days };
    },
    options,
  );
}

/** The same; without ClickHouse in no transaction. */
export async function readLightly<Result>(
  db: Db,
  read: (db: Queryable) => Promise<Result>,
): Promise<Kept<Result>> {
  return db.clickhouse ? readKept(db, read, {}) : { kept: await read(db.sql), days: null };
}

/** Earlier clicks cannot be read now, because ClickHouse does not answer; null if all can. */
export type Since = { since: Date | null };

type Moved = Omit<MovedPage, "days"> & { days: MovedDays | null };

/** Reads clicks of moved days, newest first, and describes them like those in Postgres. */
export async function readMoved<Row>(
  ctx: Pick<Ctx, "db"> & Partial<Pick<Ctx, "log">>,
  { days, ...page }: Moved,
  describe: (clicks: MovedClick[]) => Promise<Row[]>,
): Promise<{ rows: Row[] } & Since> {
  const { clickhouse } = ctx.db;
  if (!clickhouse || !days || page.span.from >= days.before || page.limit <= 0) {
    return { rows: [], since: null };
  }
  const clicks = await unlessAway(ctx, listMovedClicks(clickhouse, { ...page, days }));
  if (clicks === null) return { rows: [], since: days.before };
  return { rows: clicks.length > 0 ? await describe(clicks) : [], since: null };
}

/** Returns null if ClickHouse does not answer. */
export async function unlessAway<Result>(
  { log }: Partial<Pick<Ctx, "log">>,
  reading: Promise<Result>,
): Promise<Result | null> {
  return reading.catch((error) => {
    if (!(error instanceof AppError && error.code === "unavailable")) throw error;
    log?.warn({ err: error }, "Old clicks cannot be read");
    return null;
  });
}
