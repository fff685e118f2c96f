import type { Queryable } from "../db/client";
import { dayOf } from "./click-partitions";

/** Days as in UTC, the oldest first. */
export async function listClickDaysBefore(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* clickRetention.listClickDaysBefore */
    select kept.day::text from click_days_before(${dayOf(before)}::date) as kept (day) order by kept.day`;
  return rows.map(({ day }) => day);
}

/** The same without those whose clicks are anonymous already. */
export async function listNamedClickDaysBefore(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* clickRetention.listNamedClickDaysBefore */
    select kept.day::text from click_days_before(${dayOf(before)}::date) as kept (day)
    where not exists (select from anonymised_click_days a where a.day = kept.day)
    order by kept.day`;
  return rows.map(({ day }) => day);
}

/** False when the day stays, because some of its clicks are still to be decided about. */
export async function dropClickDay(db: Queryable, day: string): Promise<boolean> {
  const [row] = await db<{ dropped: boolean }[]>`
    /* clickRetention.dropClickDay */ select drop_click_day(${day}::date) as dropped`;
  return row?.dropped ?? false;
}

/** Gives how many clicks it made anonymous. */
export async function anonymiseClickDay(db: Queryable, day: string): Promise<bigint> {
  const [row] = await db<{ changed: bigint }[]>`
    /* clickRetention.anonymiseClickDay */ select anonymise_click_day(${day}::date) as changed`;
  return row?.changed ?? 0n;
}
