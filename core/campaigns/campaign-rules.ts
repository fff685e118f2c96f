export const genres = [
  "Obby",
  "Simulator",
  "RPG",
  "Tycoon",
  "Fighting",
  "Roleplay",
  "Anime",
  "Adventure",
  "Shooter",
] as const;
export type Genre = (typeof genres)[number];

export const MAX_GENRES = 3;
export const MAX_HASHTAGS = 10;
export const MAX_HASHTAG_SUGGESTIONS = 8;
export const RECOMMENDED_RATE_DOLLARS = 1.5;
export const CLICKS_PER_RATE = 1_000n;
export const CLICKS_PER_BUDGET = 10_000n;

/** A rate is dollars per 1,000 clicks: null when one click would not cost a whole number of micros. */
export function payoutMicrosFromRate(rateMicros: bigint): bigint | null {
  return rateMicros > 0n && rateMicros % CLICKS_PER_RATE === 0n
    ? rateMicros / CLICKS_PER_RATE
    : null;
}

export function defaultBudgetMicros(payoutMicros: bigint): bigint {
  return payoutMicros * CLICKS_PER_BUDGET;
}

/** Up to eight hashtags: from the title's words of more than three letters, the genres, and the fixed three. */
export function suggestHashtags(title: string, chosenGenres: readonly string[]): string[] {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const tags = [...words, ...chosenGenres].map((word) => `#${word}`);
  const unique = new Map(
    [...tags, "#Roblox", "#Gaming", "#RobloxGame"].map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...unique.values()].slice(0, MAX_HASHTAG_SUGGESTIONS);
}
