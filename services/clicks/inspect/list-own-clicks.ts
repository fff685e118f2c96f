import type { OwnClicksQuery } from "@fairclick/core/clicks/own-clicks-schema";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import {
  listOwnClicks,
  type OwnClickPlace,
  type OwnClickRow,
} from "@fairclick/sql/clicks/own-clicks";
import { getOwnLink } from "../../campaigns/get-own-link";
import type { Ctx } from "../../context";
import { type Page, readPage } from "../../read-page";

/**
 * Lists the clicks of the caller's own link, newest first, from the cursor on. Throws `validation`
 * for a bad cursor.
 */
export async function listClicksOfOwnLink(
  ctx: Ctx,
  { campaignId, cursor, limit, verdict }: OwnClicksQuery & { campaignId: CampaignId },
): Promise<Page<OwnClickRow>> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const before = cursor === undefined ? null : readCursor(cursor);
  const page = { campaignId, creatorId, verdict: verdict ?? null, before };
  return readPage(
    { limit },
    {
      read: (count) => listOwnClicks(ctx.db.sql, { ...page, limit: count }),
      toCursor: ({ id, clickedAt }) => `${clickedAt.getTime()}.${id}`,
    },
  );
}

function readCursor(cursor: string): OwnClickPlace {
  const [at = "", id = ""] = cursor.split(".");
  if (!/^\d{1,15}$/.test(at) || !isUuid(id)) {
    throw new AppError("validation", "This page does not exist.");
  }
  return { id, clickedAt: new Date(Number(at)) };
}
