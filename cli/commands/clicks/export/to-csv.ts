import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import { toCsvField } from "../../../output/csv";
import { columns } from "./columns";

export const csvHeading = `${columns.map(([name]) => name).join(",")}\r\n`;

export function toCsv(clicks: readonly ListedClick[]): string {
  return clicks
    .map((click) => `${columns.map(([, read]) => toCsvField(read(click) ?? "")).join(",")}\r\n`)
    .join("");
}
