import type { Queryable } from "../../db/client";
import { type Compared, decisionColumns } from "./decision-columns";

/** Clicks of all shards that were decided as `from` and would be as `to`, equal decisions included. */
export type SummedOutcome = Compared & { clicks: number; micros: bigint };

/** Lists the outcomes, most clicks first. */
export async function listShadowOutcomes(
  db: Queryable,
  shadowId: string,
): Promise<SummedOutcome[]> {
  return db<SummedOutcome[]>`
    /* shadowFigures.listOutcomes */
    select ${decisionColumns(db)}, sum(clicks)::float8 as clicks, sum(micros)::bigint as micros
    from policy_shadow_outcomes where shadow_id = ${shadowId}
    group by from_verdict, from_reason, to_verdict, to_reason
    order by clicks desc, from_verdict, from_reason, to_verdict, to_reason`;
}

type Listed = { id: string; name: string; clicks: number; micros: bigint };
type Wanted = { shadowId: string; limit: number };

/** Lists the campaigns of counted links, most clicks first. */
export async function listShadowCampaigns(
  db: Queryable,
  { shadowId, limit }: Wanted,
): Promise<Listed[]> {
  return db<Listed[]>`
    /* shadowFigures.listCampaigns */
    select c.id, c.name, sum(l.clicks)::float8 as clicks, sum(l.micros)::bigint as micros
    from policy_shadow_links l join campaigns c on c.id = l.campaign_id
    where l.shadow_id = ${shadowId}
    group by c.id order by clicks desc, c.id limit ${limit}`;
}

/** Lists the creators of counted links, most clicks first. */
export async function listShadowCreators(
  db: Queryable,
  { shadowId, limit }: Wanted,
): Promise<Listed[]> {
  return db<Listed[]>`
    /* shadowFigures.listCreators */
    select u.id, u.username as name, sum(l.clicks)::float8 as clicks, sum(l.micros)::bigint as micros
    from policy_shadow_links l join users u on u.id = l.creator_id
    where l.shadow_id = ${shadowId}
    group by u.id order by clicks desc, u.id limit ${limit}`;
}

/** Returns the number of clicks of counted links. */
export async function countLinkClicks(db: Queryable, shadowId: string): Promise<number> {
  const [row] = await db<{ clicks: number }[]>`
    /* shadowFigures.countLinkClicks */
    select coalesce(sum(clicks), 0)::float8 as clicks
    from policy_shadow_links where shadow_id = ${shadowId}`;
  return row?.clicks ?? 0;
}

export type SampledClick = Compared & { id: string; clickedAt: Date };

/** Lists kept clicks, those of a change together, each sorted by time. */
export async function listSampledClicks(
  db: Queryable,
  { shadowId, limit }: Wanted,
): Promise<SampledClick[]> {
  return db<SampledClick[]>`
    /* shadowFigures.listSample */
    select click_id as id, clicked_at as "clickedAt", ${decisionColumns(db)}
    from policy_shadow_clicks where shadow_id = ${shadowId}
    order by from_verdict, from_reason, to_verdict, to_reason, clicked_at, click_id limit ${limit}`;
}
