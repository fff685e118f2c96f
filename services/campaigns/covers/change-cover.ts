import type { CoverInput } from "@fairclick/core/campaigns/covers";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { hasUploaded, lockCover, setCover } from "@fairclick/sql/campaigns/covers";
import type { Tx } from "@fairclick/sql/db/client";

type Use = { id: CampaignId; developerId: UserId; cover: CoverInput | null };

/**
 * Sets or removes the cover of a campaign. Throws `validation` unless the developer uploaded the image
 * and it is still stored.
 */
export async function changeCover(tx: Tx, { id, developerId, cover }: Use): Promise<void> {
  if (cover !== null) {
    const { hash } = cover;
    const stored = await lockCover(tx, hash);
    const isOwn = await hasUploaded(tx, { userId: developerId, hash });
    if (!isOwn || !stored?.storedAt || stored.expiredAt || stored.removedAt) {
      const message = t`This cover image is not stored any more. Please choose it again.`;
      throw new AppError("validation", message, { issues: [{ path: "cover", message }] });
    }
  }
  await setCover(tx, { id, cover: cover && { hash: cover.hash, alt: cover.alt ?? "" } });
}

export function toCover({
  coverHash,
  coverAlt,
}: Pick<LockedCampaignRow, "coverHash" | "coverAlt">): CoverInput | null {
  return coverHash === null ? null : { hash: coverHash, alt: coverAlt };
}

export function coverFacts(cover: CoverInput | null | undefined) {
  if (cover === undefined) return {};
  return { coverHash: cover?.hash ?? null, coverAlt: cover?.alt ?? "" };
}
