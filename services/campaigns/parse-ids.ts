import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";

export function campaignNotFound(): AppError {
  return new AppError("not_found", t`Campaign not found`);
}

export function linkNotFound(): AppError {
  return new AppError("not_found", t`Link not found`);
}

/** Throws `not_found` if the text is not a UUID, as for an unknown campaign. */
export function parseCampaignId(text: string): CampaignId {
  if (!isUuid(text)) throw campaignNotFound();
  return asId<CampaignId>(text.toLowerCase());
}

export function parseCreatorId(text: string): UserId {
  if (!isUuid(text)) throw linkNotFound();
  return asId<UserId>(text.toLowerCase());
}
