import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AppError } from "@fairclick/core/errors";
import { createTableParser, type SourceClass, type TableClass } from "@fairclick/core/ip/ip-data";
import {
  type DownloadedList,
  findListProblem,
  measureList,
  parseList,
} from "@fairclick/core/ip/lists";
import type { ipListReportSchema } from "@fairclick/core/ip/operated";
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
import type { z } from "zod";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { GITHUB_FILES, type IpSource, ipSources } from "./ip-sources";

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

type ListReport = z.infer<typeof ipListReportSchema>;

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

/**
 * Stores the tables of AS numbers and countries that came with the packages, where no download has
 * succeeded yet. They carry the day of their publication.
 */
export async function storeShippedTables(ctx: Ctx): Promise<void> {
  const known = new Map((await listIpListTries(ctx.db.sql)).map((each) => [each.name, each.good]));
  for (const { name, class: sourceClass, shipped } of ipSources) {
    const version = known.get(name)?.version ?? null;
    if (!shipped || version === shipped.version || (version !== null && !isShipped(version)))
      continue;
    const text = await Bun.file(
      Bun.resolveSync(shipped.file, dirname(fileURLToPath(import.meta.url))),
    ).text();
    const { read, content } = await parseDownload(sourceClass, text);
    const { version: packaged, publishedAt: at } = shipped;
    const source = `npm:${shipped.file}`;
    await withTx(ctx.db, (tx) =>
      upsertIpList(tx, {
        ...read.size,
        ...content,
        name,
        source,
        version: packaged,
        etag: null,
        at,
      }),
    );
  }
}

function isShipped(version: string): boolean {
  return version.startsWith("npm ");
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
    const refusal = findListProblem(
      read,
      source,
      force || isShipped(last?.version ?? "") ? null : last,
    );
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

function sourceUrl({ host, path }: IpSource, mirror: string): string {
  return `${mirror === GITHUB_FILES ? host : mirror}/${path}`;
}
