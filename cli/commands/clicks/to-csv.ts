import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import { decimalFromMicros } from "@fairclick/core/money/micros";
import { printable } from "../../output/printable";

const columns: [string, (click: ListedClick) => string | null][] = [
  ["id", ({ id }) => id],
  ["clicked_at", ({ clickedAt }) => clickedAt],
  ["verdict", ({ verdict }) => verdict],
  ["reason", ({ reason }) => reason],
  ["signals", ({ signals }) => signals.join(" ")],
  ["price", ({ priceMicros }) => decimalFromMicros(BigInt(priceMicros))],
  ["paid", ({ paidMicros }) => decimalFromMicros(BigInt(paidMicros))],
  ["address", ({ address }) => address],
  ["country", ({ country }) => country],
  ["campaign_id", ({ campaignId }) => campaignId],
  ["campaign", ({ campaignName }) => campaignName],
  ["creator_id", ({ creatorId }) => creatorId],
  ["creator", ({ creatorName }) => creatorName],
  ["link", ({ linkCode }) => linkCode],
  ["appeal", ({ appeal }) => appeal],
];

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
