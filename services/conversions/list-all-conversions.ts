import type { AdminConversionsQuery } from "@fairclick/core/conversions/operated-conversions-schema";
import { asId, type CampaignId } from "@fairclick/core/ids";
import {
  listConversions,
  type OperatedConversion,
} from "@fairclick/sql/conversions/operated-conversions";
import { parseUser } from "../accounts/find-user";
import type { Ctx } from "../context";
import { type Page, readPage } from "../read-page";

/** Lists reported conversions of all campaigns, counted or not, for operators. */
export async function listAllConversions(
  ctx: Pick<Ctx, "db">,
  { campaign, creator, click, event, state, from, to, ...page }: AdminConversionsQuery,
): Promise<Page<OperatedConversion>> {
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
    toCursor: ({ clickId, event: name }) => `${clickId}_${name}`,
  });
}
