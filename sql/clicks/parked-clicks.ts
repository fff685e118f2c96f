import type { Queryable } from "../db/client";

export type ParkedClick = { key: string; payload: string; problem: string };

export async function insertParkedClicks(db: Queryable, clicks: ParkedClick[]): Promise<void> {
  await db`
    /* parkedClicks.insertParkedClicks */
    insert into parked_clicks (key, payload, problem)
    select * from unnest(
      ${clicks.map((click) => click.key)}::text[],
      ${clicks.map((click) => click.payload)}::text[],
      ${clicks.map((click) => click.problem)}::text[]
    )
    on conflict (key) do nothing`;
}
