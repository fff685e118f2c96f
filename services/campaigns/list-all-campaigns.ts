import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { listCampaigns } from "@fairclick/sql/campaigns/operated";
import { parseUser } from "../accounts/find-user";
import type { Ctx } from "../context";
import { mapPage, type Page, type PageInput, readPage } from "../read-page";
import { type CampaignView, viewCampaign } from "./campaign-view";

type Input = PageInput & {
  developer?: string | undefined;
  search?: string | undefined;
  stopped: boolean;
};

/** Lists the campaigns of all developers, funded or not, for operators. */
export async function listAllCampaigns(
  ctx: Pick<Ctx, "db" | "now">,
  { developer, search, stopped, ...input }: Input,
): Promise<Page<CampaignView>> {
  const { sql } = ctx.db;
  const developerId = developer ? await parseUser(sql, developer) : null;
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) =>
      listCampaigns(sql, { developerId, search: search || null, stopped, limit, cursor }),
    toCursor: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, ctx.now()));
}

export async function getAnyCampaign(
  ctx: Pick<Ctx, "db" | "now">,
  id: CampaignId,
): Promise<CampaignView> {
  const row = await findCampaign(ctx.db.sql, id);
  if (!row) throw new AppError("not_found", `There is no campaign ${id}.`);
  return viewCampaign(row, ctx.now());
}
