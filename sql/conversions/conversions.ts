import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type ReportedClick = {
  clickId: string;
  campaignId: CampaignId;
  creatorId: UserId;
  verdict: Verdict;
};

/** Finds pending and judged clicks by id and moment. Leaves out clicks that are not recorded. */
export async function findReportedClicks(
  db: Queryable,
  clicks: { clickId: string; clickedAt: Date }[],
): Promise<ReportedClick[]> {
  return db<ReportedClick[]>`
    /* conversions.findReportedClicks */
    select k.id as "clickId", k.campaign_id as "campaignId", k.creator_id as "creatorId", k.verdict
    from unnest(
      ${clicks.map(({ clickId }) => clickId)}::uuid[],
      ${clicks.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    ) as requested (id, clicked_at)
    cross join lateral (
      select c.id, c.campaign_id, c.creator_id, c.verdict from clicks c
      where c.id = requested.id and c.clicked_at = requested.clicked_at
      union all
      select p.id, p.campaign_id, p.creator_id, 'pending' from pending_clicks p where p.id = requested.id
    ) k`;
}

export type NewConversion = {
  clickId: string;
  event: string;
  campaignId: CampaignId;
  creatorId: UserId;
  clickedAt: Date;
  at: Date;
  valueMicros: bigint | null;
};

/** Inserts new conversions, uncounted, and returns them. Leaves existing ones unchanged. */
export async function insertConversions(
  db: Queryable,
  conversions: NewConversion[],
): Promise<{ clickId: string; event: string }[]> {
  const column = <Value>(pick: (conversion: NewConversion) => Value) => conversions.map(pick);
  return db<{ clickId: string; event: string }[]>`
    /* conversions.insert */
    insert into conversions (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros)
    select click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros::bigint
    from unnest(
      ${column(({ clickId }) => clickId)}::uuid[],
      ${column(({ event }) => event)}::text[],
      ${column(({ campaignId }) => campaignId)}::uuid[],
      ${column(({ creatorId }) => creatorId)}::uuid[],
      ${column(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ valueMicros }) => valueMicros?.toString() ?? null)}::text[]
    ) as report (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros)
    order by click_id, event
    on conflict (click_id, event) do nothing
    returning click_id as "clickId", event`;
}

/**
 * Updates waiting conversions to the state of their click's verdict: those of the given clicks, or
 * of all judged clicks. Waits for a concurrent change of a verdict and blocks the next one until
 * the commit, so that neither misses the other. Returns how many no longer wait.
 */
export async function countWaitingConversions(
  db: Queryable,
  clickIds: string[] | null,
): Promise<number> {
  const updated = await db`
    /* conversions.countWaiting */
    with judged as materialized (
      select click_id, event, state from judged_conversions(${clickIds}::uuid[])
    )
    update conversions c set state = j.state from judged j
    where c.click_id = j.click_id and c.event = j.event and c.state = 'waiting'`;
  return updated.count;
}
