import type { CampaignId } from "@fairclick/core/ids";
import {
  listOwnEvents,
  type OwnEvent,
  replaceOwnEvents,
} from "@fairclick/sql/conversions/conversions";
import { withTx } from "@fairclick/sql/db/tx";
import { lockOwnCampaign } from "../campaigns/own-campaign";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";

/**
 * Sets the event names of the caller's campaign, and which one is the conversion. Counts of a
 * removed event are kept.
 */
export async function setEvents(
  ctx: Ctx,
  {
    campaignId,
    names,
    conversion,
  }: { campaignId: CampaignId; names: string[]; conversion: string },
): Promise<void> {
  const events: OwnEvent[] = [...new Set(names)].map((name) => ({
    name,
    isConversion: name === conversion,
  }));
  await withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const before = await listOwnEvents(tx, campaignId);
    await replaceOwnEvents(tx, { campaignId, events });
    await writeAudit(tx, ctx, {
      action: "campaign.set-events",
      subject: `campaign:${campaignId}`,
      before: { events: describe(before) },
      after: { events: describe(events) },
    });
  });
}

function describe(events: OwnEvent[]): string {
  return events
    .map(({ name, isConversion }) => (isConversion ? `${name} (conversion)` : name))
    .join(", ");
}
