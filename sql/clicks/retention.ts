import type { PresenceKind } from "../accounts/devices";
import type { Queryable, Tx } from "../db/client";

/** Lists the UTC days before a moment that have a partition, oldest first. */
export async function listClickDaysBefore(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* clickRetention.listClickDaysBefore */
    select kept.day::text from click_days_before(${formatUtcDay(before)}::date) as kept (day) order by kept.day`;
  return rows.map(({ day }) => day);
}

/** Drops a day's partitions. Returns false if it has held clicks, and so stays. */
export async function dropClickDay(db: Queryable, day: string): Promise<boolean> {
  const [row] = await db<{ dropped: boolean }[]>`
    /* clickRetention.dropClickDay */ select drop_click_day(${day}::date) as dropped`;
  return row?.dropped ?? false;
}

/** Drops who made the clicks of the days before a moment, and returns the number of days. */
export async function forgetClickVisitors(db: Queryable, before: Date): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`
    /* clickRetention.forgetClickVisitors */
    select forget_click_visitors(${formatUtcDay(before)}::date) as forgotten`;
  return row?.forgotten ?? 0;
}

/**
 * Creates the missing partitions of UTC days, `from` and `to` included. Returns how many it
 * created.
 */
export async function makeClickPartitions(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await db<{ made: number }[]>`
    /* clickPartitions.make */
    select make_click_partitions(${formatUtcDay(from)}::date, ${formatUtcDay(to)}::date) as made`;
  return row?.made ?? 0;
}

/** Lets statements of this transaction fail that wait longer than `timeoutMs` for a lock. */
export async function limitLockWaits(tx: Tx, timeoutMs: number): Promise<void> {
  await tx`/* clickPartitions.limitLockWaits */ select set_config('lock_timeout', ${String(timeoutMs)}, true)`;
}

/** Returns the UTC day, as YYYY-MM-DD. */
export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export async function upsertHoneypotMarks(
  db: Queryable,
  { marks, markedAt }: { marks: { kind: PresenceKind; key: string }[]; markedAt: Date },
): Promise<void> {
  await db`
    /* honeypotMarks.upsertHoneypotMarks */
    insert into honeypot_marks (kind, key, marked_at)
    select kind, key, ${markedAt}::timestamptz from unnest(
      ${marks.map((mark) => mark.kind)}::text[], ${marks.map((mark) => mark.key)}::text[]
    ) as mark (kind, key)
    order by kind, key
    on conflict (kind, key) do update set marked_at = greatest(honeypot_marks.marked_at, excluded.marked_at)`;
}

export async function deleteHoneypotMarksBefore(db: Queryable, before: Date): Promise<void> {
  await db`/* honeypotMarks.deleteHoneypotMarksBefore */ delete from honeypot_marks where marked_at < ${before}`;
}
