import { coverPath, PREVIEW_FILE } from "./cover-files";
import type { CoverResponse } from "./cover-schema";
import { chooseDrawnCover, drawnCoverPath } from "./drawn-cover";

export type CoveredCampaign = {
  gameTitle: string;
  genres: readonly string[];
  /** Null without an image: the cover is then drawn. */
  coverHash: string | null;
  coverAlt: string;
};

export function describeCover(campaign: CoveredCampaign): CoverResponse {
  const { coverHash: hash, coverAlt: alt } = campaign;
  if (hash !== null) {
    return {
      hash,
      alt,
      image: coverPath(hash, "640.webp"),
      preview: coverPath(hash, PREVIEW_FILE),
    };
  }
  const drawn = chooseDrawnCover(campaign.gameTitle, campaign.genres);
  return {
    hash,
    alt: "",
    image: drawnCoverPath(drawn, "svg"),
    preview: drawnCoverPath(drawn, "png"),
  };
}
