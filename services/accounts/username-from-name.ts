const MAX_LENGTH = 40;
const FALLBACK = "player";
/** Characters reserved for the number after a name that is taken. */
const SUFFIX_ROOM = 10;
const NUMBERED = 20;

/**
 * Returns usernames for a person's name, best first. The last one ends in random digits, so it is
 * very probably free.
 */
export function usernameCandidates(name: string | null): string[] {
  const base = cleanName(name ?? "") || FALLBACK;
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${base}${index + 2}`);
  return [base, ...numbers, `${base}${crypto.getRandomValues(new Uint32Array(1))[0]}`];
}

/** Cuts the name before removing other characters, which also removes half a surrogate pair. */
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
