import type { ClickFilter } from "@fairclick/core/clicks/flagged-clicks";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { type ClickWanted, findCreatorId } from "@fairclick/sql/clicks/flagged-clicks";
import type { Queryable } from "@fairclick/sql/db/client";
import { normaliseNetwork } from "@fairclick/sql/ip/ranges";

/**
 * Converts a filter to database ids and ranges. Flagged clicks can be listed by any filter; other
 * clicks are too many, so they require a link or an address. Throws `validation` or `not_found`.
 */
export async function resolveFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  const isFlagged = ["flagged", "held", "invalid"].includes(filter.verdict);
  const isOneLink = filter.campaign !== undefined && filter.creator !== undefined;
  if (!isFlagged && !isOneLink && filter.address === undefined && !filter.appealed) {
    throw new AppError(
      "validation",
      "Clicks that were not flagged are shown of one link (a campaign and a creator) or one address",
    );
  }
  return resolveAnyFilter(db, filter);
}

/**
 * Converts a filter to database ids and ranges. Many clicks can match it: the caller limits how many it
 * reads. Throws `not_found` for an unknown creator.
 */
export async function resolveAnyFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  return {
    verdict: filter.verdict,
    signal: filter.signal ?? null,
    campaignId: filter.campaign ?? null,
    creatorId: filter.creator === undefined ? null : await findCreator(db, filter.creator),
    network: filter.address === undefined ? null : await normaliseNetwork(db, filter.address),
    appealed: filter.appealed ?? false,
  };
}

async function findCreator(db: Queryable, creator: string): Promise<string> {
  if (isUuid(creator)) return creator;
  const id = await findCreatorId(db, creator);
  if (id === null) throw new AppError("not_found", `There is no user called ${creator}`);
  return id;
}
