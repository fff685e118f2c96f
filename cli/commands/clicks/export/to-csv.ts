import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import { printable } from "../../../output/printable";
import { columns } from "./columns";

export const csvHeading = `${columns.map(([name]) => name).join(",")}\r\n`;

export function toCsv(clicks: readonly ListedClick[]): string {
  return clicks
    .map((click) => `${columns.map(([, read]) => toField(read(click) ?? "")).join(",")}\r\n`)
    .join("");
}

/** Quotes a field. Prevents formula injection: names are foreign text, and spreadsheets run `=…` as a formula. */
function toField(text: string): string {
  const shown = printable(text);
  const safe = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
