/**
 * What a terminal acts on, hides or draws over other text: control characters, line and paragraph
 * separators, text-direction controls, invisible characters, lone surrogates, and combining marks
 * after the sixth in a row.
 */
const unsafe =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|(?<=\\p{M}{6})\\p{M}";

/** Scripts whose letters a joiner or non-joiner connects or keeps apart. */
const joiningScripts = [
  ...["Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu"],
  ...["Knda", "Mlym", "Sinh", "Khmr", "Mymr"],
]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const harmless = `\\p{RGI_Emoji}|(?<=[[\\p{L}\\p{M}]&&[${joiningScripts}]])[\\u200c\\u200d]`;
/** What `createPaint` writes, and the end of a line. */
const own = "\\u001b\\[(?:1|2|22|31|32|33|39)m|\\r?\\n";

const foreignPattern = new RegExp(`(${harmless})|${unsafe}`, "gv");
const outputPattern = new RegExp(`(${own}|${harmless})|${unsafe}`, "gv");
const jsonPattern = new RegExp(unsafe, "gv");

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** One line of text that says what it holds: unsafe characters become visible escapes such as `\u001b`. */
export function printable(text: string): string {
  return isPlain(text) ? text : text.replace(foreignPattern, keepOrEscape);
}

/** Makes every text within a value printable, names of fields too. */
export function printableDeep<Value>(value: Value): Value;
export function printableDeep(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map((item) => printableDeep(item));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, item]) => [printable(name), printableDeep(item)]));
}

/** The last guard of all output: leaves our own colours and line breaks, escapes everything else. */
export function guardOutput(text: string): string {
  return isPlain(text) ? text : text.replace(outputPattern, keepOrEscape);
}

/** One line of JSON that a terminal can show; parsing it returns exactly the value. */
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
