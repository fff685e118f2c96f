const LETTER_A = 65;
const LETTERS = 26;

/** Codes that stand for no place: `ZZ` is unknown, `EU` and `AP` are regions of old registrations. */
const noPlaces: ReadonlySet<string> = new Set(["ZZ", "EU", "AP"]);

/**
 * Returns a two-letter country code as a number for a table of ranges; 0 for a code that stands for no
 * place; null if the text is not two capital letters.
 */
export function parseCountry(text: string): number | null {
  if (!/^[A-Z]{2}$/.test(text)) return null;
  if (noPlaces.has(text)) return 0;
  return (text.charCodeAt(0) - LETTER_A) * LETTERS + text.charCodeAt(1) - LETTER_A + 1;
}

/** Returns the country code of a number that `parseCountry` returned. */
export function countryCode(number: number): string {
  const place = number - 1;
  return String.fromCharCode(LETTER_A + Math.floor(place / LETTERS), LETTER_A + (place % LETTERS));
}
