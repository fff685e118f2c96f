import {
  type CreatorContent,
  describeWanted,
  wantsAtLeast,
  wantsCreator,
} from "@fairclick/core/accounts/creator-content";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getCreatorContent, setWantedCreators } from "@fairclick/sql/accounts/creator-content";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { hasLinks } from "@fairclick/sql/campaigns/links";
import type { Tx } from "@fairclick/sql/db/client";

export function wantedBy(
  campaign: Pick<LockedCampaignRow, "wantedCategories" | "wantedPlatforms">,
): CreatorContent {
  return { categories: campaign.wantedCategories, platforms: campaign.wantedPlatforms };
}

/** Throws `not_wanted` if the campaign names creators and this one says they make something else. */
export async function refuseUnwanted(
  tx: Tx,
  { campaign, creatorId }: { campaign: LockedCampaignRow; creatorId: UserId },
): Promise<void> {
  const wanted = wantedBy(campaign);
  const text = describeWanted(wanted);
  if (text === null) return;
  const made = await getCreatorContent(tx, creatorId);
  if (wantsCreator(wanted, made)) return;
  throw new AppError(
    "not_wanted",
    t`This campaign wants creators of: ${text}. Your profile says: ${describeWanted(made) ?? "nothing yet"}. If that is not what you make, change it in your profile, then join.`,
  );
}

/** Throws `conflict` if creators have joined and the campaign would no longer want some of them. */
export async function changeWanted(
  tx: Tx,
  { campaign, wanted }: { campaign: LockedCampaignRow; wanted: CreatorContent },
): Promise<void> {
  if (!wantsAtLeast(wantedBy(campaign), wanted) && (await hasLinks(tx, campaign.id))) {
    throw new AppError(
      "conflict",
      t`Creators have joined this campaign: you can name more categories and platforms, or none, but not fewer.`,
    );
  }
  await setWantedCreators(tx, { id: campaign.id, ...wanted });
}

export function wantedFacts(wanted: CreatorContent | undefined) {
  if (!wanted) return {};
  return {
    wantedCategories: wanted.categories.join(", "),
    wantedPlatforms: wanted.platforms.join(", "),
  };
}
