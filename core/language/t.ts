/**
 * Tag of every text that people read: returns it in the current language.
 * The English text is its key, so it stands where it is used: t`Paid to ${name}.`
 * Line breaks count as one space. Call it when the text is shown: a constant of a module on the server
 * keeps the language in which the module was loaded.
 */
export function t(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return splitText(strings)
    .map((part) => (typeof part === "string" ? part : String(values[part.value] ?? "")))
    .join("");
}

/** A translated text in pieces: literal text, and the positions of its values. */
export type TextPart = string | { value: number };

/** Translates a tagged text without filling in its values. */
export function splitText(strings: TemplateStringsArray): TextPart[] {
  const english = englishKey(strings);
  const translated = findText(english);
  const text = typeof translated === "string" ? translated : english;
  return text
    .split(/(\{\d+\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{\d+\}$/.test(part) ? { value: Number(part.slice(1, -1)) } : part));
}

const keys = new WeakMap<TemplateStringsArray, string>();

function englishKey(strings: TemplateStringsArray): string {
  let key = keys.get(strings);
  if (key === undefined) {
    key = joinKey(strings);
    keys.set(strings, key);
  }
  return key;
}

/** Key of a tagged text, from the literal pieces between its values. */
export function joinKey(pieces: readonly string[]): string {
  const text = pieces.reduce((key, piece, index) => `${key}{${index - 1}}${piece}`);
  const lines = text.split("\n");
  if (lines.length === 1) return text;
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/**
 * Returns a counted text with its number: plural(2, "# click", "# clicks") is "2 clicks".
 * English has two forms; other languages choose among theirs by `Intl.PluralRules`. The build of the
 * web app replaces `other` by the forms of a translation.
 */
export function plural(count: number | bigint, one: string, other: string | PluralForms): string {
  return chooseForm(count, one, other).replace("#", formatCount(count));
}

function chooseForm(count: number | bigint, one: string, other: string | PluralForms): string {
  const forms = typeof other === "string" ? (findText(other) ?? other) : other;
  if (typeof forms === "string") return Number(count) === 1 ? one : forms;
  // A page in English creates no rules: the first `Intl` object costs a slow phone 0.1 s.
  const category = new Intl.PluralRules(currentLocale()).select(Number(count));
  return forms[category] ?? forms.other;
}

/** Forms of a counted text by the categories of `Intl.PluralRules`; `#` stands for the number. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

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

export function currentLocale(): string {
  return locales[readLanguage()];
}

/** Returns the translation of an English text; undefined if it stays English. */
function findText(english: string): string | PluralForms | undefined {
  const catalogue = catalogues.get(readLanguage());
  return catalogue && Object.hasOwn(catalogue, english) ? catalogue[english] : undefined;
}

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
const locales: Record<Language, string> = { en: "en-US", es: "es-US" };

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

let thousands: Intl.NumberFormat | undefined;

/**
 * Formats a number with commas between thousands, as all our languages write it in the United
 * States: `1,234.5`. Creates the format on first use, because the first `Intl` format costs a slow
 * phone 0.1 s.
 */
export function formatCount(count: number | bigint): string {
  if (typeof count === "bigint" ? isShort(count) : Number.isInteger(count) && isShort(count)) {
    return String(count);
  }
  thousands ??= new Intl.NumberFormat("en-US");
  return thousands.format(count);
}

function isShort(count: number | bigint): boolean {
  return count > -1_000 && count < 1_000;
}

/** Returns a list in words: `Austria, France, and Germany`; with `or`: `phones or consoles`. */
export function formatList(items: readonly string[], word: "and" | "or" = "and"): string {
  const type = word === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat(currentLocale(), { type }).format(items);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

/** Writes a moment without its year, for readers whose time zone is not known: `Nov 24, 21:05 UTC`. */
export function formatUtcMoment(at: Date): string {
  const text = at.toLocaleString(currentLocale(), {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  });
  return `${text} UTC`;
}

/** Writes a calendar day (`2026-11-24`, or a moment of it in UTC): `Nov 24, 2026`. */
export function formatUtcDay(at: string | Date): string {
  return new Date(at).toLocaleDateString(currentLocale(), { dateStyle: "medium", timeZone: "UTC" });
}
