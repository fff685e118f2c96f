import { asId, type CampaignId } from "@fairclick/core/ids";
import { listLinks, type OperatedLink } from "@fairclick/sql/campaigns/operated";
import { parseUser } from "../../accounts/find-user";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

type Input = PageInput & {
  campaign?: string | undefined;
  creator?: string | undefined;
  disabled: boolean;
};

/** Lists the links of all creators, for operators. */
export async function listAllLinks(
  ctx: Pick<Ctx, "db">,
  { campaign, creator, disabled, ...page }: Input,
): Promise<Page<OperatedLink>> {
  const { sql } = ctx.db;
  const campaignId = campaign ? asId<CampaignId>(campaign) : null;
  const creatorId = creator ? await parseUser(sql, creator) : null;
  return readPage(page, {
    read: (limit) =>
      listLinks(sql, { campaignId, creatorId, disabled, limit, cursor: page.cursor ?? null }),
    toCursor: (row) => row.code,
  });
}
