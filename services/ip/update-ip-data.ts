import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AppError } from "@fairclick/core/errors";
import type { SourceClass, TableClass } from "@fairclick/core/ip/ip-data";
import {
  type DownloadedList,
  findListProblem,
  type ListBounds,
  measureList,
  parseList,
} from "@fairclick/core/ip/lists";
import { createTableParser } from "@fairclick/core/ip/parse-range-table";
import { packRangeTable } from "@fairclick/core/ip/ranges";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  confirmIpList,
  deleteOtherIpLists,
  type IpListTry,
  listIpListTries,
  type NewIpList,
  noteIpListProblem,
  type StoredContent,
  upsertIpList,
} from "@fairclick/sql/ip/lists";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";

type UpdateIpData = {
  /** Base URL of the sources; null if downloads are off. */
  baseUrl: string | null;
  /** Skips lists that were confirmed more recently than this. */
  olderThanMs?: number;
  /** Accepts a list no matter how much it differs from the last one. */
  force?: boolean;
};

type ListResult =
  | { outcome: "updated"; list: NewIpList }
  | { outcome: "unchanged"; ranges: number }
  /** Downloaded and not accepted, or not downloaded. */
  | { outcome: "refused" | "failed"; problem: string };

type ListReport = {
  name: string;
  outcome: ListResult["outcome"];
  ranges: number | null;
  problem: string | null;
};

const AT_ONCE = 4;
const DOWNLOADS_OFF = "Downloads of address data are off: IP_DATA_URL is `off`";

/**
 * Downloads the public lists and stores each one that is plausible. A list that fails does not stop
 * the others; all that arrive take effect together. Throws `conflict` if downloads are off.
 */
export async function updateIpData(ctx: Ctx, input: UpdateIpData): Promise<ListReport[]> {
  const { baseUrl, olderThanMs = 0, force = false } = input;
  if (baseUrl === null) throw new AppError("conflict", DOWNLOADS_OFF);
  const tries = new Map((await listIpListTries(ctx.db.sql)).map((each) => [each.name, each]));
  const dueBefore = ctx.now().getTime() - olderThanMs;
  const due = ipSources.filter(({ name }) => {
    const checkedAt = tries.get(name)?.good?.checkedAt;
    return !checkedAt || checkedAt.getTime() <= dueBefore;
  });
  const results = await mapAtMost(AT_ONCE, due, async (source) => ({
    source,
    result: await tryList(ctx, source, {
      url: sourceUrl(source, baseUrl),
      last: tries.get(source.name)?.good ?? null,
      force,
    }),
  }));
  if (due.length > 0) await withTx(ctx.db, (tx) => storeResults(tx, ctx, results));
  return results.map(({ source, result }) => ({
    name: source.name,
    outcome: result.outcome,
    ranges: "list" in result ? result.list.ranges : "ranges" in result ? result.ranges : null,
    problem: "problem" in result ? result.problem : null,
  }));
}

type Attempt = { url: string; last: IpListTry["good"]; force: boolean };

async function tryList(
  ctx: Ctx,
  source: IpSource,
  { url, last, force }: Attempt,
): Promise<ListResult> {
  try {
    const download = await downloadList(url, {
      etag: last?.etag ?? null,
      maxBytes: source.maxBytes,
    });
    if (!download.changed) return { outcome: "unchanged", ranges: last?.ranges ?? 0 };
    const version = createHash("sha256").update(download.text).digest("hex").slice(0, 12);
    if (version === last?.version) return { outcome: "unchanged", ranges: last.ranges };
    const { read, content } = await parseDownload(source.class, download.text);
    const refusal = findListProblem(read, source, force ? null : last);
    if (refusal) return { outcome: "refused", problem: refusal };
    const list = {
      ...read.size,
      ...content,
      name: source.name,
      source: url,
      version,
      etag: download.etag,
      at: ctx.now(),
    };
    return { outcome: "updated", list };
  } catch (error) {
    return { outcome: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

type Tried = { source: IpSource; result: ListResult };

async function storeResults(tx: Tx, ctx: Ctx, tried: readonly Tried[]): Promise<void> {
  const at = ctx.now();
  for (const { source, result } of tried) {
    if (result.outcome === "updated") await upsertIpList(tx, result.list);
    else if (result.outcome === "unchanged") await confirmIpList(tx, source.name, at);
    else {
      const { name, class: listClass, path } = source;
      const { problem } = result;
      await noteIpListProblem(tx, { name, class: listClass, source: path, problem, at });
    }
  }
  await deleteOtherIpLists(
    tx,
    ipSources.map(({ name }) => name),
  );
  const outcomes = tried.map(({ source, result }) => [source.name, result.outcome]);
  await writeAudit(tx, ctx, {
    action: "ip_data.update",
    subject: "ip_data",
    after: Object.fromEntries(outcomes),
  });
}

async function mapAtMost<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const runner = async () => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return results;
}

const TIMEOUT_MS = 120_000;

export type Download = { changed: false } | { changed: true; text: string; etag: string | null };

/** Downloads a list unless the entity tag still matches. Throws with the reason. */
async function downloadList(
  url: string,
  { etag, maxBytes }: { etag: string | null; maxBytes: number },
): Promise<Download> {
  const response = await fetch(url, {
    headers: etag ? { "if-none-match": etag } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 304) return { changed: false };
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const text = await readText(response, maxBytes);
  return { changed: true, text, etag: response.headers.get("etag") };
}

/** Throws once the response is longer than the list should be. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`it is longer than ${maxBytes / 1_000_000} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Lines that are parsed before other work gets a turn. */
const LINES_AT_ONCE = 5_000;

/** The list's measures, which decide whether it is accepted, and its content as it is stored. */
export type ParsedDownload = { read: DownloadedList; content: StoredContent };

/** Parses a downloaded list. Never throws: unreadable lines are skipped and counted. */
export async function parseDownload(
  sourceClass: SourceClass,
  text: string,
): Promise<ParsedDownload> {
  if (sourceClass === "asn" || sourceClass === "country") return parseTable(sourceClass, text);
  const { ranges, lines, unreadable } = parseList(text);
  return {
    read: { size: measureList(ranges), unreadable },
    content: { class: sourceClass, body: lines.join("\n"), packed: null },
  };
}

async function parseTable(tableClass: TableClass, text: string): Promise<ParsedDownload> {
  const parser = createTableParser(tableClass);
  let line = 0;
  for (let start = 0; start < text.length; line += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    parser.addLine(text.slice(start, end));
    start = end + 1;
    if (line % LINES_AT_ONCE === 0) await setImmediate();
  }
  const { table, ...read } = parser.finish();
  return { read, content: { class: tableClass, body: null, packed: packRangeTable(table) } };
}

type IpSource = ListBounds & {
  name: string;
  class: SourceClass;
  /** Server that publishes the list. A mirror named by `IP_DATA_URL` has all lists at the same paths. */
  host: string;
  path: string;
  licence: string;
  /** Max size of the download. */
  maxBytes: number;
};

const GITHUB_FILES = "https://raw.githubusercontent.com";
const LIST_BYTES = 16_000_000;
/** An AS table has about 27 MB; one of countries is shorter. */
const TABLE_BYTES = 100_000_000;

const listDefaults = { host: GITHUB_FILES, maxBytes: LIST_BYTES } as const;
const x4bnet = { ...listDefaults, licence: "MIT", maxRanges: 300_000 } as const;
const ipranges = { ...listDefaults, licence: "CC0-1.0", maxRanges: 100_000 } as const;

const sapicsTables = { asn: "origin-asn", country: "user-country" } as const;

const APPLE_RELAY = "apple-proxy";

/** Cloud providers. Oracle publishes no IPv6 ranges. */
const clouds = ["amazon", "digitalocean", "google", "linode", "microsoft", "oracle", "vultr"];

/** Every public list that is downloaded. If two contain an address, the first is named as evidence. */
export const ipSources: readonly IpSource[] = [
  ...fromIpranges("relay", APPLE_RELAY, { minRanges: 500 }),
  {
    // The exits of "VPN by Google", which Pixel phones contain, as Google publishes them (RFC 8805).
    name: "google-vpn",
    class: "relay",
    host: "https://www.gstatic.com",
    path: "vpn/geofeed",
    licence: "none stated; published by Google",
    maxBytes: LIST_BYTES,
    minRanges: 10,
    maxRanges: 100_000,
  },
  {
    ...listDefaults,
    name: "tor-exits",
    class: "tor",
    path: "alireza-rezaee/tor-nodes/main/latest.exits.csv",
    licence: "MIT",
    minRanges: 300,
    maxRanges: 100_000,
  },
  ...clouds.flatMap((cloud) => fromIpranges("cloud", cloud, { minRanges: 1 })),
  fromX4bnet("datacenter", 4, { minRanges: 10_000 }),
  fromX4bnet("datacenter", 6, { minRanges: 1_000 }),
  fromX4bnet("vpn", 4, { minRanges: 2_000 }),
  fromX4bnet("vpn", 6, { minRanges: 100 }),
  fromSapics("asn", 4, { minRanges: 50_000 }),
  fromSapics("asn", 6, { minRanges: 10_000 }),
  fromSapics("country", 4, { minRanges: 20_000 }),
  fromSapics("country", 6, { minRanges: 5_000 }),
];

/** URL of a source at its publisher, or at a mirror. */
function sourceUrl({ host, path }: IpSource, mirror: string): string {
  return `${mirror === GITHUB_FILES ? host : mirror}/${path}`;
}

/**
 * Returns no lists unless those of iCloud Private Relay are among them: other lists contain nearly
 * all its addresses, and would refuse the people behind them.
 */
export function countedLists<List extends { name: string }>(
  lists: readonly List[],
): readonly List[] {
  const names = new Set(lists.map(({ name }) => name));
  const relays = ipSources.filter((source) => source.name.startsWith(APPLE_RELAY));
  return relays.every(({ name }) => names.has(name)) ? lists : [];
}

/** Which AS announces each range, or in which country it is used. */
function fromSapics(
  tableClass: TableClass,
  family: 4 | 6,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource {
  return {
    name: `${tableClass}-v${family}`,
    class: tableClass,
    host: "https://github.com",
    path: `sapics/ip-location-db/releases/download/latest/${sapicsTables[tableClass]}-ipv${family}.csv`,
    licence: "PDDL-1.0",
    maxBytes: TABLE_BYTES,
    minRanges,
    maxRanges: 2_000_000,
  };
}

function fromX4bnet(
  listClass: "datacenter" | "vpn",
  family: 4 | 6,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource {
  return {
    ...x4bnet,
    name: `x4bnet-${listClass}-v${family}`,
    class: listClass,
    path: `X4BNet/lists_vpn/main/output/${listClass}/ipv${family}.txt`,
    minRanges,
  };
}

function fromIpranges(
  listClass: SourceClass,
  folder: string,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource[] {
  const families = folder === "oracle" ? [4] : [4, 6];
  return families.map((family) => ({
    ...ipranges,
    name: `${folder}-v${family}`,
    class: listClass,
    path: `lord-alfred/ipranges/main/${folder}/ipv${family}_merged.txt`,
    minRanges,
  }));
}
