import { afterEach, beforeEach } from "vitest";
import { type Catalogue, type Language, provideCatalogue, provideLanguage } from "../t";

/**
 * Lets the tests of a file choose the language of texts; each begins in English. Other files in the
 * same process find what they provided before.
 */
export function speakInTests(spanish: Catalogue): (language: Language) => void {
  let language: Language = "en";
  let undo: (() => void)[] = [];
  beforeEach(() => {
    language = "en";
    undo = [provideLanguage(() => language), provideCatalogue("es", spanish)];
  });
  afterEach(() => {
    for (const step of undo) step();
  });
  return (next) => {
    language = next;
  };
}
