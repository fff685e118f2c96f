import { closeSync, openSync, writeSync } from "node:fs";
import {
  type ListedClick,
  listedClickSchema,
  MAX_CLICKS_A_PAGE,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { decimalFromMicros } from "@fairclick/core/money/micros";
import { Option } from "commander";
import { z } from "zod";
import { type Api, openApi } from "../../connection/open-api";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";
import type { Host } from "../../host";
import { printable, toJsonLine } from "../../output/printable";
import { filterInput, filterOptions, toQuery } from "./filter-options";

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

const csvHeading = `${columns.map(([name]) => name).join(",")}\r\n`;

export const exportClicks = defineCommand({
  usage: "export",
  summary: "export clicks to a file or standard output",
  about:
    "Exports all clicks that match the options, newest first, as CSV (amounts in dollars) or as one JSON object per line. The file contains IP addresses, so only you can read it; an existing file is never overwritten. --json is the same as --format ndjson. Needs a token with the scope clicks:read.",
  examples: [
    "clicks export --out flagged.csv",
    "clicks export --verdict any --address 203.0.113.7 --format ndjson | jq -r .reason",
  ],
  options: (command) =>
    filterOptions(command)
      .addOption(
        new Option("--format <format>", "output format (default csv)").choices(["csv", "ndjson"]),
      )
      .option("--out <file>", "new file (default: standard output)"),
  input: filterInput.extend({
    format: z.enum(["csv", "ndjson"]).optional(),
    out: z.string().optional(),
    json: z.boolean().optional(),
  }),
  output: z.array(listedClickSchema),
  run: async (host, { format, out, json, ...input }) => {
    const isCsv = !json && format !== "ndjson";
    const api = openApi(host, input);
    let sink: Sink | null = null;
    let count = 0;
    try {
      for await (const page of readPages(api, toQuery(input))) {
        if (!sink) {
          sink = out === undefined ? { write: host.write, close: () => {} } : openFile(out);
          if (isCsv) sink.write(csvHeading);
        }
        sink.write(isCsv ? toCsv(page) : toNdjson(page));
        count += page.length;
      }
    } finally {
      sink?.close();
    }
    remarkOn(host, { count, out });
    return [];
  },
  text: () => "",
});

type Query = ReturnType<typeof toQuery>;
type Sink = { write: (text: string) => void; close: () => void };

async function* readPages(api: Api, filter: Query): AsyncGenerator<ListedClick[]> {
  let cursor: string | null = null;
  do {
    const query = { ...filter, limit: String(MAX_CLICKS_A_PAGE), ...(cursor ? { cursor } : {}) };
    const page: { data: ListedClick[]; nextCursor: string | null } = await api.call((client) =>
      client.api.admin.clicks.$get({ query }),
    );
    yield page.data;
    cursor = page.nextCursor;
  } while (cursor);
}

function toCsv(clicks: readonly ListedClick[]): string {
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

function toNdjson(clicks: readonly ListedClick[]): string {
  return clicks.map((click) => `${toJsonLine(listedClickSchema.parse(click))}\n`).join("");
}

function openFile(path: string): Sink {
  try {
    const file = openSync(path, "wx", 0o600);
    return { write: (text) => void writeSync(file, text), close: () => closeSync(file) };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CliError(
      "validation",
      `${path} cannot be created (${reason}).`,
      "Choose a file that does not exist yet, in a folder that you can write to.",
    );
  }
}

function remarkOn(host: Host, { count, out }: { count: number; out: string | undefined }): void {
  const clicks = `${count.toLocaleString("en-US")} ${count === 1 ? "click" : "clicks"}`;
  host.remark(out === undefined ? `${clicks}.\n` : `${clicks} in ${out}.\n`);
}
