import { asId, type CampaignId } from "@fairclick/core/ids";
import type { AdminConversionsQuery } from "@fairclick/core/schemas/admin-conversions";
import { listConversions, type OperatedConversion } from "@fairclick/sql/operating/conversions";
import type { Ctx } from "../context";
import { type PageOf, readPage } from "../read-page";
import { parseUser } from "../users/find-user";

/** What everybody's servers have reported, counted or not, as operators see it. */
export async function listAllConversions(
  ctx: Pick<Ctx, "db">,
  { campaign, creator, click, event, state, from, to, ...page }: AdminConversionsQuery,
): Promise<PageOf<OperatedConversion>> {
  const { sql } = ctx.db;
  const filter = {
    campaignId: campaign ? asId<CampaignId>(campaign) : null,
    creatorId: creator ? await parseUser(sql, creator) : null,
    clickId: click ?? null,
    event: event ?? null,
    state: state ?? null,
    from: from ?? null,
    to: to ?? null,
  };
  return readPage(page, {
    read: (limit) => listConversions(sql, { ...filter, limit, cursor: page.cursor ?? null }),
    cursorOf: ({ clickId, event: name }) => `${clickId}_${name}`,
  });
}
