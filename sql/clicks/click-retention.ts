import type { Queryable } from "../db/client";
import { formatUtcDay } from "./click-partitions";

/** Lists the UTC days before a moment that have a partition, oldest first. */
export async function listClickDaysBefore(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* clickRetention.listClickDaysBefore */
    select kept.day::text from click_days_before(${formatUtcDay(before)}::date) as kept (day) order by kept.day`;
  return rows.map(({ day }) => day);
}

/** Like `listClickDaysBefore`, without the days that are anonymous already. */
export async function listNamedClickDaysBefore(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* clickRetention.listNamedClickDaysBefore */
    select kept.day::text from click_days_before(${formatUtcDay(before)}::date) as kept (day)
    where not exists (select from anonymised_click_days a where a.day = kept.day)
    order by kept.day`;
  return rows.map(({ day }) => day);
}

/** Drops a day's partition. Returns false if it has held clicks, and so stays. */
export async function dropClickDay(db: Queryable, day: string): Promise<boolean> {
  const [row] = await db<{ dropped: boolean }[]>`
    /* clickRetention.dropClickDay */ select drop_click_day(${day}::date) as dropped`;
  return row?.dropped ?? false;
}

/** Removes personal data from a day's clicks and returns how many it changed. */
export async function anonymiseClickDay(db: Queryable, day: string): Promise<bigint> {
  const [row] = await db<{ changed: bigint }[]>`
    /* clickRetention.anonymiseClickDay */ select anonymise_click_day(${day}::date) as changed`;
  return row?.changed ?? 0n;
}
