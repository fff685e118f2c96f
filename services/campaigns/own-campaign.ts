import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type CampaignRow,
  findCampaign,
  type LockedCampaignRow,
  lockCampaign,
} from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { campaignNotFound } from "./parse-ids";
import { type CampaignView, viewCampaign } from "./read-campaigns";

/** Returns the caller's own campaign. Throws `not_found`, or `forbidden` if it is another user's. */
export async function getOwnCampaign(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  return viewCampaign(requireOwn(ctx, await findCampaign(ctx.db.sql, id)), ctx.now());
}

/** Like `getOwnCampaign`, and locks the row until the transaction ends. */
export async function lockOwnCampaign(
  tx: Tx,
  ctx: Ctx,
  id: CampaignId,
): Promise<LockedCampaignRow> {
  return requireOwn(ctx, await lockCampaign(tx, id));
}

function requireOwn<Row extends CampaignRow | LockedCampaignRow>(ctx: Ctx, row: Row | null): Row {
  if (!row) throw campaignNotFound();
  if (row.developerId !== requireUser(ctx)) {
    throw new AppError("forbidden", t`This is not your campaign`);
  }
  return row;
}
