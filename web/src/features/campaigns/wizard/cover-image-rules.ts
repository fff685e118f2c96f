const MAX_BYTES = 5 * 1024 * 1024;

/** Returns an error message, or null if the image is accepted. */
export function checkCoverImage(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return "Please select a valid image file";
  if (file.size >= MAX_BYTES) return "Image file size must be less than 5MB";
  return null;
}
