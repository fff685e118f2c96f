import type { Tx } from "../db/client";
import type { ClickChange } from "./click-decisions";

/**
 * Adds clicks that a rule refused or held and that became valid to `cleared_clicks`. The campaign's
 * escrow must be locked.
 */
export async function keepCleared(tx: Tx, changes: ClickChange[]): Promise<void> {
  const cleared = changes.filter(
    ({ before, after }) => before.reason !== null && after.verdict === "valid",
  );
  if (cleared.length === 0) return;
  await tx`
    /* clearedClicks.keep */
    insert into cleared_clicks as kept (campaign_id, creator_id, reason, day, clicks)
    select campaign_id, creator_id, reason, (clicked_at at time zone 'UTC')::date, count(*)
    from unnest(
      ${cleared.map(({ campaignId }) => campaignId)}::uuid[],
      ${cleared.map(({ creatorId }) => creatorId)}::uuid[],
      ${cleared.map(({ before }) => before.reason)}::text[],
      ${cleared.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    ) as cleared (campaign_id, creator_id, reason, clicked_at)
    group by 1, 2, 3, 4
    on conflict (campaign_id, creator_id, reason, day)
    do update set clicks = kept.clicks + excluded.clicks`;
}
