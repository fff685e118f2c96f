/** Languages that the web app, its answers and its mails are written in; the first is the default. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Remembers the language that a person chose by hand. */
export const LANGUAGE_COOKIE = "fc_language";

/** Names of the languages, each in itself. */
export const languageNames: Record<Language, string> = { en: "English", es: "Español" };

/**
 * Locales for dates and names. Amounts are US dollars, and both locales write them alike: the
 * Spanish one is that of the United States.
 */
export const locales: Record<Language, string> = { en: "en-US", es: "es-US" };

/** Browsers send a few languages; a longer header is a stranger's. */
const MAX_HEADER_LENGTH = 200;

/** Returns the language of a tag such as `es-MX`; null if the app is not written in it. */
export function parseLanguage(tag: string | null | undefined): Language | null {
  const primary = /^([a-z]+)(-|$)/i.exec(tag?.trim() ?? "")?.[1]?.toLowerCase();
  return languages.find((language) => language === primary) ?? null;
}

/**
 * Returns the language that an `Accept-Language` header prefers among ours (RFC 9110, 12.5.4), else
 * the default.
 */
export function acceptedLanguage(header: string | null | undefined): Language {
  const wanted = (header ?? "")
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .flatMap((part) => {
      const [tag, ...parameters] = part.split(";");
      const language = parseLanguage(tag);
      return language ? [{ language, quality: readQuality(parameters) }] : [];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? languages[0];
}

function readQuality(parameters: readonly string[]): number {
  const value = parameters.map((part) => part.trim()).find((part) => part.startsWith("q="));
  if (value === undefined) return 1;
  const quality = Number(value.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
