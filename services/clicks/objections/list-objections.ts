import type { ObjectionState } from "@fairclick/core/clicks/objections";
import { MAX_OBJECTION_CLICKS } from "@fairclick/core/clicks/objections";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import {
  findObjection,
  listClicksOfObjection,
  listObjections,
  listObjectionsOfCampaign,
  type ObjectionClickRow,
  type ObjectionRow,
  type RecordedObjectionRow,
} from "@fairclick/sql/clicks/objections";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

const toCursor = ({ id }: { id: string }) => id;

/** Lists the objections of the caller's own campaign, newest first. */
export async function listOwnObjections(
  ctx: Ctx,
  { campaignId, cursor, limit }: PageInput & { campaignId: CampaignId },
): Promise<Page<ObjectionRow>> {
  await getOwnCampaign(ctx, campaignId);
  const read = (count: number) =>
    listObjectionsOfCampaign(ctx.db.sql, { campaignId, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor });
}

export function listAllObjections(
  ctx: Pick<Ctx, "db">,
  { state, cursor, limit }: PageInput & { state: ObjectionState },
): Promise<Page<RecordedObjectionRow>> {
  const read = (count: number) =>
    listObjections(ctx.db.sql, { state, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor });
}

export type ShownObjection = { objection: RecordedObjectionRow; clicks: ObjectionClickRow[] };

/** Throws `not_found`. */
export async function showObjection(ctx: Pick<Ctx, "db">, id: string): Promise<ShownObjection> {
  const objection = isUuid(id) ? await findObjection(ctx.db.sql, id) : null;
  if (!objection) throw new AppError("not_found", "There is no such objection.");
  const clicks = await listClicksOfObjection(ctx.db.sql, { id, limit: MAX_OBJECTION_CLICKS });
  return { objection, clicks };
}
