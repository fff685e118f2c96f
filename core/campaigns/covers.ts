import { z } from "zod";
import { t } from "../language/t";
import { typedText } from "../texts";
import { coverPath, PREVIEW_FILE } from "./cover-files";
import { chooseDrawnCover, drawnCoverPath } from "./drawn-covers";

export const coverInputSchema = z.object({
  /** The hash that the upload returned. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: () => t`The cover must be the hash of an uploaded image` }),
  /** Alternative text of the image; empty if it would only repeat the game's title. */
  alt: typedText({ label: () => t`Cover description`, maxLength: 200 }).optional(),
});
export type CoverInput = z.output<typeof coverInputSchema>;

export const coverResponseSchema = z.object({
  /** Null for a drawing of the title's initials, which campaigns without an image have. */
  hash: z.string().nullable(),
  alt: z.string(),
  /** Paths below the app's address. `image` is 16:9, `preview` has 1200 × 630 pixels. */
  image: z.string(),
  preview: z.string(),
});
export type CoverResponse = z.infer<typeof coverResponseSchema>;

export const uploadedCoverSchema = z.object({ hash: z.string() });

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
