/**
 * Returns typed dollars as the plain decimal that amounts are parsed from: `$1,000.50` becomes
 * `1000.50`. Commas have to group thousands. Any other text comes back trimmed, for the parser to
 * refuse.
 */
export function plainDollars(text: string): string {
  const trimmed = text.trim();
  const match = /^\$? ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(\.\d{0,9})?$|^\$? ?(\.\d{1,9})$/.exec(
    trimmed,
  );
  if (!match) return trimmed;
  const [, whole = "0", fraction = "", bare = ""] = match;
  const decimals = fraction === "." ? "" : fraction || bare;
  return whole.replaceAll(",", "") + decimals;
}
