import type { CampaignId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type OwnEvent = { name: string; isConversion: boolean };

export async function listOwnEvents(db: Queryable, campaignId: CampaignId): Promise<OwnEvent[]> {
  return db<OwnEvent[]>`
    /* conversionEvents.list */
    select name, is_conversion as "isConversion" from conversion_events
    where campaign_id = ${campaignId} order by name limit 100`;
}

/** Replaces a campaign's own events. The campaign must be locked. */
export async function replaceOwnEvents(
  tx: Tx,
  { campaignId, events }: { campaignId: CampaignId; events: OwnEvent[] },
): Promise<void> {
  await tx`
    /* conversionEvents.clear */
    delete from conversion_events where campaign_id = ${campaignId}`;
  await tx`
    /* conversionEvents.insert */
    insert into conversion_events (campaign_id, name, is_conversion)
    select ${campaignId}::uuid, name, name = ${events.find((event) => event.isConversion)?.name ?? null}::text is true
    from unnest(${events.map((event) => event.name)}::text[]) as event (name)`;
}
