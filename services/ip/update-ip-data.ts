import { createHash } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { findListProblem, measureList } from "@fairclick/core/ip/judge-list";
import { parseList } from "@fairclick/core/ip/parse-ranges";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  confirmIpList,
  deleteOtherIpLists,
  type IpListTry,
  listIpListTries,
  type NewIpList,
  noteIpListProblem,
  upsertIpList,
} from "@fairclick/sql/ip/ip-lists";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { type IpSource, ipSources } from "./sources";

type UpdateIpData = {
  /** Base URL of the sources; null if downloads are off. */
  baseUrl: string | null;
  /** Skips lists that were confirmed more recently than this. */
  olderThanMs?: number;
  /** Accepts a list no matter how much it differs from the last one. */
  force?: boolean;
};

type Finding =
  | { outcome: "updated"; list: NewIpList }
  | { outcome: "unchanged"; ranges: number }
  /** Downloaded and not accepted, or not downloaded. */
  | { outcome: "refused" | "failed"; problem: string };

type ListReport = {
  name: string;
  outcome: Finding["outcome"];
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
  const findings = await mapAtMost(AT_ONCE, due, async (source) => ({
    source,
    finding: await tryList(ctx, source, {
      url: `${baseUrl}/${source.path}`,
      last: tries.get(source.name)?.good ?? null,
      force,
    }),
  }));
  if (due.length > 0) await withTx(ctx.db, (tx) => storeFindings(tx, ctx, findings));
  return findings.map(({ source, finding }) => ({
    name: source.name,
    outcome: finding.outcome,
    ranges: "list" in finding ? finding.list.ranges : "ranges" in finding ? finding.ranges : null,
    problem: "problem" in finding ? finding.problem : null,
  }));
}

type Attempt = { url: string; last: IpListTry["good"]; force: boolean };

async function tryList(
  ctx: Ctx,
  source: IpSource,
  { url, last, force }: Attempt,
): Promise<Finding> {
  try {
    const download = await downloadList(url, last?.etag ?? null);
    if (!download.changed) return { outcome: "unchanged", ranges: last?.ranges ?? 0 };
    const version = createHash("sha256").update(download.text).digest("hex").slice(0, 12);
    if (version === last?.version) return { outcome: "unchanged", ranges: last.ranges };
    const parsed = parseList(download.text);
    const refusal = findListProblem(parsed, source, force ? null : last);
    if (refusal) return { outcome: "refused", problem: refusal };
    const list = {
      ...measureList(parsed),
      name: source.name,
      class: source.class,
      source: url,
      version,
      etag: download.etag,
      body: parsed.lines.join("\n"),
      at: ctx.now(),
    };
    return { outcome: "updated", list };
  } catch (error) {
    return { outcome: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

type Tried = { source: IpSource; finding: Finding };

async function storeFindings(tx: Tx, ctx: Ctx, tried: readonly Tried[]): Promise<void> {
  const at = ctx.now();
  for (const { source, finding } of tried) {
    if (finding.outcome === "updated") await upsertIpList(tx, finding.list);
    else if (finding.outcome === "unchanged") await confirmIpList(tx, source.name, at);
    else {
      const { name, class: listClass, path } = source;
      const { problem } = finding;
      await noteIpListProblem(tx, { name, class: listClass, source: path, problem, at });
    }
  }
  await deleteOtherIpLists(
    tx,
    ipSources.map(({ name }) => name),
  );
  const outcomes = tried.map(({ source, finding }) => [source.name, finding.outcome]);
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

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16_000_000;

type Download = { changed: false } | { changed: true; text: string; etag: string | null };

/** Downloads a list unless the entity tag still matches. Throws with the reason. */
async function downloadList(url: string, etag: string | null): Promise<Download> {
  const response = await fetch(url, {
    headers: etag ? { "if-none-match": etag } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 304) return { changed: false };
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return { changed: true, text: await readText(response), etag: response.headers.get("etag") };
}

/** Throws once the response is longer than any list should be. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES / 1_000_000} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
