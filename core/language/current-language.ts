import { type Language, languages, locales } from "./language";

/** Forms of a counted text by the categories of `Intl.PluralRules`; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Translations by English text. Values of a text stand as `{0}`, `{1}`. A counted text is found by
 * its English plural.
 */
export type Catalogue = Readonly<Record<string, string | PluralForms>>;

const catalogues = new Map<Language, Catalogue>();
let readLanguage = (): Language => languages[0];

/** Tells texts which language is wanted: a page's own, or the one of the request that is answered. Returns how to take it back. */
export function provideLanguage(read: () => Language): () => void {
  const before = readLanguage;
  readLanguage = read;
  return () => {
    readLanguage = before;
  };
}

/** Returns how to take it back. */
export function provideCatalogue(language: Language, catalogue: Catalogue): () => void {
  const before = catalogues.get(language) ?? {};
  catalogues.set(language, catalogue);
  return () => {
    catalogues.set(language, before);
  };
}

export function currentLanguage(): Language {
  return readLanguage();
}

/** Locale for `Intl`. */
export function currentLocale(): string {
  return locales[readLanguage()];
}

/** Returns the translation of an English text; undefined if it stays English. */
export function findText(english: string): string | PluralForms | undefined {
  const catalogue = catalogues.get(readLanguage());
  return catalogue && Object.hasOwn(catalogue, english) ? catalogue[english] : undefined;
}
