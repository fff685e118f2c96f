import { findText, joinKey } from "./t";

/**
 * Tag of a text that is stored, such as the reason of a failure: returns it in English.
 * `showStored` translates it when somebody reads it.
 */
export function stored(strings: TemplateStringsArray): string {
  return joinKey(strings);
}

/** Texts with more sentences are people's own. */
const MAX_SENTENCES = 6;

/**
 * Translates a text that was stored in English; it may be several stored texts after one another.
 * A text that the program does not know whole, such as an operator's own words, is returned as it is.
 */
export function showStored(english: string): string {
  return translateSentences(english.split(/(?<=[.?!]) /, MAX_SENTENCES + 1)) ?? english;
}

/** Returns null if any part is unknown. */
function translateSentences(sentences: readonly string[]): string | null {
  if (sentences.length > MAX_SENTENCES) return null;
  for (let count = sentences.length; count > 0; count -= 1) {
    const first = findText(sentences.slice(0, count).join(" "));
    if (typeof first !== "string" || first === "") continue;
    const rest = sentences.slice(count);
    const translated = rest.length === 0 ? "" : translateSentences(rest);
    if (translated !== null) return `${first} ${translated}`.trimEnd();
  }
  return null;
}
