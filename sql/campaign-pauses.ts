import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Tx } from "./client";

/** Pauses what a developer has running or scheduled; gives what was not paused before, in id order. */
export async function pauseCampaignsOf(
  tx: Tx,
  { developerId, at }: { developerId: UserId; at: Date },
): Promise<{ id: CampaignId }[]> {
  return tx<{ id: CampaignId }[]>`
    /* campaignPauses.pauseCampaignsOf */
    with running as (
      select id from campaigns
      where developer_id = ${developerId} and paused_at is null and disabled_at is null
        and ends_at > ${at}
      order by id for no key update
    )
    update campaigns c set paused_at = ${at} from running where c.id = running.id
    returning c.id`;
}
