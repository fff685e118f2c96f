/**
 * Characters that a terminal acts on, hides or draws over other text: control characters, line and paragraph
 * separators, text-direction controls, invisible characters, lone surrogates, and combining marks
 * after the sixth in a row.
 */
const unsafe =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|(?<=\\p{M}{6})\\p{M}";

/** Scripts with letters that a joiner or non-joiner connects or keeps apart. */
const joiningScripts = [
  ...["Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu"],
  ...["Knda", "Mlym", "Sinh", "Khmr", "Mymr"],
]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const harmless = `\\p{RGI_Emoji}|(?<=[[\\p{L}\\p{M}]&&[${joiningScripts}]])[\\u200c\\u200d]`;
/** Sequences that `createPaint` writes, and line breaks. */
const own = "\\u001b\\[(?:1|2|22|31|32|33|39)m|\\r?\\n";

const foreignPattern = new RegExp(`(${harmless})|${unsafe}`, "gv");
const outputPattern = new RegExp(`(${own}|${harmless})|${unsafe}`, "gv");
const jsonPattern = new RegExp(unsafe, "gv");

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** Returns a text with unsafe characters escaped, such as `\u001b`. The result is one line. */
export function printable(text: string): string {
  return isPlain(text) ? text : text.replace(foreignPattern, keepOrEscape);
}

/** Makes every text within a value printable, including field names. */
export function printableDeep<Value>(value: Value): Value;
export function printableDeep(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map((item) => printableDeep(item));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, item]) => [printable(name), printableDeep(item)]));
}

/** Escapes unsafe characters in output, except the colours of `createPaint` and line breaks. */
export function guardOutput(text: string): string {
  return isPlain(text) ? text : text.replace(outputPattern, keepOrEscape);
}

/** Returns a value as one line of JSON without unsafe characters. Parsing it returns the same value. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(jsonPattern, (character) =>
    character.split("").map(toJsonEscape).join(""),
  );
}

function keepOrEscape(found: string, kept: string | undefined): string {
  return kept ?? escapeCharacter(found);
}

const shortEscapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const short = shortEscapes[character];
  if (short) return short;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

function toJsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
