/** Kinds of images that are decoded, by their first bytes in hexadecimal digits. */
const beginnings = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  gif: /^47494638(?:37|39)61/,
  webp: /^52494646.{8}57454250/,
  avif: /^.{8}667479706176(?:6966|6973)/,
};

/** Returns true if the first bytes are those of a decodable image, whatever its name or type says. */
export function isKnownImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return Object.values(beginnings).some((pattern) => pattern.test(start));
}
