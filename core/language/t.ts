import { currentLocale, findText, type PluralForms } from "./current-language";
import { formatCount } from "./format-count";

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
