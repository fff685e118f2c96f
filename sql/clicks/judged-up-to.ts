import type { Queryable } from "../db/client";

/**
 * Returns the moment before which every click has its verdict; null before the first settlement.
 */
export async function findJudgedUpTo(db: Queryable): Promise<Date | null> {
  const [row] = await db<{ watermark: Date }[]>`
    /* judgedUpTo.findJudgedUpTo */ select watermark from judged_up_to`;
  return row?.watermark ?? null;
}

/** Moves the moment forward, never back: of two workers, the one further ahead is right. */
export async function advanceJudgedUpTo(db: Queryable, watermark: Date): Promise<void> {
  await db`
    /* judgedUpTo.advance */
    insert into judged_up_to (watermark) values (${watermark})
    on conflict (only_row) do update set watermark = excluded.watermark
    where judged_up_to.watermark < excluded.watermark`;
}
