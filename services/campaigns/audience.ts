import { type Audience, everybody, growsTo } from "@fairclick/core/campaigns/audience";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Queryable } from "@fairclick/sql/db/client";
import { hasCountryData } from "../ip/countries/has-country-data";

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
