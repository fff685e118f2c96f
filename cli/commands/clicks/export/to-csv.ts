import { decimalFromMicros } from "@fairclick/core/amounts";
import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import { toCsvField } from "../../../output/csv";

/** The columns of exported tables. Amounts are in dollars. */
const columns: [name: string, read: (click: ListedClick) => string | null][] = [
  ["id", ({ id }) => id],
  ["clicked_at", ({ clickedAt }) => clickedAt],
  ["verdict", ({ verdict }) => verdict],
  ["reason", ({ reason }) => reason],
  ["signals", ({ signals }) => signals.join(" ")],
  ["price", ({ priceMicros }) => decimalFromMicros(BigInt(priceMicros))],
  ["paid", ({ paidMicros }) => decimalFromMicros(BigInt(paidMicros))],
  ["address", ({ address }) => address],
  ["country", ({ country }) => country],
  ["asn", ({ asn }) => asn?.toString() ?? null],
  ["device", ({ deviceKey }) => deviceKey],
  ["user_agent", ({ userAgent }) => userAgent],
  ["referrer", ({ referrer }) => referrer],
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
    .map((click) => `${columns.map(([, read]) => toCsvField(read(click) ?? "")).join(",")}\r\n`)
    .join("");
}
