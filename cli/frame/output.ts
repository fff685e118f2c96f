import { styleText } from "node:util";
import { formatMicros, type Paint } from "@fairclick/core/resource";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { z } from "zod";
import type { Host } from "./host";

/** Formats the time since `iso`: `12 s`, `4 min`, `3 h`, `2 d`. Returns an empty text for null. */
export function formatAge(iso: string | null, now: Date): string {
  if (iso === null) return "";
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}

/** Like `formatMicros`, with a plus before a gain. */
export function formatMicroChange(micros: string): string {
  return BigInt(micros) > 0n ? `+${formatMicros(micros)}` : formatMicros(micros);
}

/** Returns one line per fact, values aligned. */
export function formatFacts(facts: readonly (readonly [string, string])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

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

/** Wide enough for ids and e-mail addresses; keeps long foreign texts from breaking the table. */
const MAX_CELL_COLUMNS = 80;
const MAX_LAST_CELL_COLUMNS = 400;

/** Returns the lines of a table with aligned columns. Cells that are too long end in `…`. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const last = headings.length - 1;
  const lines = [headings, ...rows].map((line) =>
    line.map((cell, i) => cutTo(cell, i === last ? MAX_LAST_CELL_COLUMNS : MAX_CELL_COLUMNS)),
  );
  const widths = headings.map((_, i) =>
    Math.max(...lines.map((line) => stringWidth(line[i] ?? ""))),
  );
  return lines.map((line) =>
    line
      .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - stringWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}

function cutTo(cell: string, columns: number): string {
  return cell.length > columns && stringWidth(cell) > columns ? cliTruncate(cell, columns) : cell;
}

type Painter = (text: string) => string;

const styles = {
  good: "green",
  bad: "red",
  warn: "yellow",
  faint: "dim",
  strong: "bold",
} as const;

/** Returns functions that style a text for the terminal, or that return it unchanged without `colours`. */
export function createPaint(colours: boolean): Paint {
  const painter =
    (style: keyof typeof styles): Painter =>
    (text) =>
      colours ? styleText(styles[style], text, { validateStream: false }) : text;
  return {
    good: painter("good"),
    bad: painter("bad"),
    warn: painter("warn"),
    faint: painter("faint"),
    strong: painter("strong"),
  };
}

/** Cuts or pads a text to exactly `columns` terminal columns. */
export function fitTo(text: string, columns: number, side: "left" | "right" = "left"): string {
  if (columns <= 0) return "";
  const clean = printable(text);
  const cut = stringWidth(clean) > columns ? cliTruncate(clean, columns) : clean;
  const space = " ".repeat(columns - stringWidth(cut));
  return side === "left" ? cut + space : space + cut;
}

/** Shows a spinner while the work runs, if there is a terminal. Returns the result of the work. */
export function whileWorking<Result>(
  host: Host,
  label: string,
  work: Promise<Result>,
): Promise<Result> {
  return host.terminal ? host.terminal.whileWorking(label, work) : work;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `15m`, `2h`, `3d` or `2w` to milliseconds; null if the text is none of them. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(text) ?? [];
  if (!count || (unit !== "m" && unit !== "h" && unit !== "d" && unit !== "w")) return null;
  return Number(count) * UNIT_MS[unit];
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses a time before `now` such as `2h`, or a date or time, in UTC without an offset. Null if neither. */
export function parseMoment(text: string, now: Date): Date | null {
  const ago = parseDuration(text);
  if (ago !== null) return new Date(now.getTime() - ago);
  const [whole, offset] = ISO.exec(text) ?? [];
  if (!whole) return null;
  const moment = new Date(whole.includes("T") && !offset ? `${whole}Z` : whole);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** An option with a time: returns it in ISO 8601. */
export const momentOption = z.string().transform((text, context) => {
  const moment = parseMoment(text, new Date());
  if (moment) return moment.toISOString();
  context.addIssue({
    code: "custom",
    message: `"${text}" is not a time: use 2h, 3d, 2026-01-31 or 2026-01-31T12:00:00Z`,
  });
  return z.NEVER;
});
