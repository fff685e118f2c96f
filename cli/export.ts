import { closeSync, openSync, writeSync } from "node:fs";
import { decimalFromMicros } from "@fairclick/core/amounts";
import {
  type ListedClick,
  listedClickSchema,
  MAX_CLICKS_A_PAGE,
} from "@fairclick/core/clicks/flagged-clicks";
import { Option } from "commander";
import { z } from "zod";
import { filterInput, filterOptions, toQuery } from "./filter-options";
import { defineCommand } from "./frame/command";
import { type Api, openApi } from "./frame/connection";
import { toCsvField } from "./frame/csv";
import { CliError } from "./frame/failures";
import type { Host } from "./frame/host";
import { toJsonLine } from "./frame/output";

const formats = ["csv", "ndjson"] as const;

export const exportClicks = defineCommand({
  usage: "export",
  summary: "export clicks to a file or standard output",
  about:
    "Exports all clicks that match the options, newest first, as CSV (amounts in dollars) or as one JSON object per line. The file contains IP addresses, so only you can read it; an existing file is never overwritten. --json is the same as --format ndjson. Needs a token with the scope clicks:read.",
  examples: [
    "clicks export --out flagged.csv",
    "clicks export --verdict any --campaign 01900000-0000-7000-8000-000000000001 --creator chris --out link.csv",
    "clicks export --verdict any --address 203.0.113.7 --format ndjson | jq -r .reason",
  ],
  options: (command) =>
    filterOptions(command)
      .addOption(new Option("--format <format>", "output format (default csv)").choices(formats))
      .option("--out <file>", "new file (default: standard output)"),
  canRepeat: false,
  input: filterInput.extend({
    format: z.enum(formats).optional(),
    out: z.string().optional(),
    json: z.boolean().optional(),
  }),
  output: z.array(listedClickSchema),
  run: async (host, { format = "csv", out, json, ...input }) => {
    const pages = readPages(openApi(host, input), toQuery(input));
    const count = await writeClicks(host, { out, pages, format: json ? "ndjson" : format });
    remarkOn(host, { count, out });
    return [];
  },
  text: () => "",
});

type Pages = AsyncGenerator<ListedClick[]>;
type Export = { out: string | undefined; pages: Pages; format: "csv" | "ndjson" };

/** Creates the file once the first page has arrived. Returns the number of clicks. */
async function writeClicks(host: Host, { out, pages, format }: Export): Promise<number> {
  let sink: Sink | null = null;
  let count = 0;
  try {
    for await (const page of pages) {
      if (!sink) {
        sink = out === undefined ? { write: host.write, close: () => {} } : openSink(out);
        if (format === "csv") sink.write(csvHeading);
      }
      sink.write(format === "csv" ? toCsv(page) : toNdjson(page));
      count += page.length;
    }
  } finally {
    sink?.close();
  }
  return count;
}

type Query = ReturnType<typeof toQuery>;
type Sink = { write: (text: string) => void; close: () => void };

async function* readPages(api: Api, filter: Query): Pages {
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

function toNdjson(clicks: readonly ListedClick[]): string {
  return clicks.map((click) => `${toJsonLine(listedClickSchema.parse(click))}\n`).join("");
}

/** Creates a file that only its owner can read. */
function openSink(path: string): Sink {
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

const csvHeading = `${columns.map(([name]) => name).join(",")}\r\n`;

function toCsv(clicks: readonly ListedClick[]): string {
  return clicks
    .map((click) => `${columns.map(([, read]) => toCsvField(read(click) ?? "")).join(",")}\r\n`)
    .join("");
}
