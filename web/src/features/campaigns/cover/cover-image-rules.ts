import { coverTooLarge, MAX_COVER_BYTES } from "@fairclick/core/campaigns/cover-files";
import { t } from "@fairclick/core/language/t";

/** Returns an error message, or null if the image is accepted. */
export function checkCoverImage(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return t`Please select a valid image file`;
  if (file.size >= MAX_COVER_BYTES) return coverTooLarge();
  return null;
}
