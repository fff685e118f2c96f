import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";

/** Returns what a creator says they make, and where. */
export async function getCreatorContent(db: Queryable, userId: UserId): Promise<CreatorContent> {
  const [row] = await db<CreatorContent[]>`
    /* creatorContent.getCreatorContent */
    select content_categories as categories, content_platforms as platforms
    from users where id = ${userId}`;
  return requireRow(row, "a creator's content");
}

export async function setCreatorContent(
  tx: Tx,
  { userId, categories, platforms }: CreatorContent & { userId: UserId },
): Promise<void> {
  await tx`
    /* creatorContent.setCreatorContent */
    update users set content_categories = ${categories}, content_platforms = ${platforms}
    where id = ${userId} and deleted_at is null`;
}

export async function setWantedCreators(
  tx: Tx,
  { id, categories, platforms }: CreatorContent & { id: CampaignId },
): Promise<void> {
  await tx`
    /* creatorContent.setWantedCreators */
    update campaigns set wanted_categories = ${categories}, wanted_platforms = ${platforms}
    where id = ${id}`;
}

/** What decides which campaigns fit a creator. */
export type FittingCreator = CreatorContent & { isVerified: boolean };

/**
 * Expression for how well the campaign with the alias `c` fits a creator: 2 if it names what they
 * make or where, 1 if it wants everybody, 0 if it wants others or verified creators only. Mirrors `wantsCreator`.
 */
export function creatorFit(db: Queryable, { categories, platforms, isVerified }: FittingCreator) {
  return db`case
    when c.join_rule = 'verified' and not ${isVerified}::boolean then 0
    when c.wanted_categories = '{}' and c.wanted_platforms = '{}' then 1
    when (c.wanted_categories = '{}' or c.wanted_categories && ${categories}::text[])
      and (c.wanted_platforms = '{}' or c.wanted_platforms && ${platforms}::text[]) then 2
    else 0 end`;
}
