import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

type Replacement = {
  campaignId: CampaignId;
  former: string;
  gameUrl: string;
  at: Date;
  by: UserId;
};

/** Replaces a campaign's game URL and keeps the former one with the time until which it was used. */
export async function replaceGameUrl(tx: Tx, input: Replacement): Promise<void> {
  const { campaignId, former, gameUrl, at, by } = input;
  await tx`
    /* gameUrls.keepFormer */
    insert into former_game_urls (campaign_id, used_until, game_url, changed_by)
    values (${campaignId}, ${at}, ${former}, ${by})`;
  await tx`
    /* gameUrls.replace */
    update campaigns set game_url = ${gameUrl} where id = ${campaignId}`;
}

/**
 * Expression for the game URL that the campaign `m` had at the time of the click `c`. A creator's
 * share link, which replaces it, is in the audit log.
 */
export function gameUrlAtClick(db: Queryable) {
  return db`coalesce(
    (select f.game_url from former_game_urls f
      where f.campaign_id = c.campaign_id and f.used_until > c.clicked_at
      order by f.used_until, f.id limit 1),
    m.game_url)`;
}
