import {
  type CreatorContent,
  describeWanted,
  wantsAtLeast,
  wantsCreator,
} from "@fairclick/core/accounts/creator-content";
import { type Audience, everybody, growsTo } from "@fairclick/core/campaigns/audience";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getCreatorContent, setWantedCreators } from "@fairclick/sql/accounts/channels";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { hasLinks } from "@fairclick/sql/campaigns/links";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { hasCountryData } from "../ip/ip-data";

type AudienceColumns = Pick<LockedCampaignRow, "audienceCountries" | "audienceDevices">;

export function readAudience({ audienceCountries, audienceDevices }: AudienceColumns): Audience {
  return { countries: audienceCountries, devices: audienceDevices };
}

export function audienceColumns({ countries, devices }: Audience = everybody): AudienceColumns {
  return {
    audienceCountries: countries && [...countries],
    audienceDevices: devices && [...devices],
  };
}

/** The audience as the audit log keeps it. */
export function audienceFacts(campaign: AudienceColumns) {
  return {
    audienceCountries: campaign.audienceCountries?.join(" ") ?? null,
    audienceDevices: campaign.audienceDevices?.join(" ") ?? null,
  };
}

/** Throws `validation` if countries are chosen and nothing tells the countries of clicks. */
export async function refuseUnknownCountries(
  db: Queryable,
  audience: Audience | undefined,
): Promise<void> {
  if (!audience?.countries || (await hasCountryData(db))) return;
  const message = t`Countries cannot be chosen here: this marketplace has no table of countries, so it does not know where clicks come from.`;
  throw new AppError("validation", message, { issues: [{ path: "audience.countries", message }] });
}

/** Creators join a campaign for its audience, and only funded campaigns can be joined. */
export function refuseSmallerAudience(
  campaign: AudienceColumns & Pick<LockedCampaignRow, "fundedAt">,
  audience: Audience | undefined,
): void {
  if (!audience || campaign.fundedAt === null || growsTo(readAudience(campaign), audience)) return;
  throw new AppError(
    "conflict",
    t`The audience of a funded campaign can only grow: creators joined it for the clicks that it pays for.`,
  );
}

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
