import { createHash } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { findListProblem } from "@fairclick/core/ip/lists";
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
} from "@fairclick/sql/ip/lists";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { downloadList } from "./download-list";
import { parseDownload } from "./parse-download";
import { type IpSource, ipSources, sourceUrl } from "./sources";

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
