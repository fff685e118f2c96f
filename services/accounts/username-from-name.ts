const MAX_LENGTH = 40;
const FALLBACK = "player";
/** Room for the number behind a name that somebody has already. */
const SUFFIX_ROOM = 10;
const NUMBERED = 20;

/**
 * Usernames for a person of this name, best first. The last one ends in random digits, so that it
 * is free in all likelihood.
 */
export function usernameCandidates(name: string | null): string[] {
  const base = cleanName(name ?? "") || FALLBACK;
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${base}${index + 2}`);
  return [base, ...numbers, `${base}${crypto.getRandomValues(new Uint32Array(1))[0]}`];
}

/** Cut first: half a surrogate pair left at the cut is no letter and goes with the rest. */
function cleanName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_LENGTH - SUFFIX_ROOM)
    .replace(/[^\p{L}\p{N} ._-]+/gu, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
}
