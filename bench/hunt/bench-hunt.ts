import { suspectsQuerySchema } from "@fairclick/core/clicks/links/suspects-schema";
import { TOP_DAYS, topClicksQuerySchema, topKinds } from "@fairclick/core/clicks/top-clicks-schema";
import { makeMarket } from "@fairclick/e2e/world/market";
import { listSuspects } from "@fairclick/services/clicks/inspect/list-suspects";
import { listTopClicks } from "@fairclick/services/clicks/inspect/list-top-clicks";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { fillHistory } from "../growth/fill-history";
import { printTable } from "../report/print-table";
import { computeSpread, type Spread, show } from "../report/statistics";
import { openApiWorld } from "../world/api-world";

type Options = { clicks: number; links: number; rounds: number };
type Query = { name: string; read: () => Promise<unknown> };

const CREATORS = 20;
/** An answer may take at most as long as reading all clicks of its span this often. */
const MAX_SCANS = 3;
/** On small spans a scan takes too short to be a limit. */
const MIN_LIMIT_MS = 1_000;

/**
 * Times `clicks top` for each `--by` and `links suspects`, called as the API calls them, on clicks of
 * thirteen months, two fifths of them in the last day. The limit is measured in the same run: a scan of
 * all clicks of the same days. Returns whether all medians are within it.
 */
export async function benchHunt({ clicks, links: count, rounds }: Options): Promise<boolean> {
  const world = await openApiWorld();
  try {
    const { db, owner } = world;
    const campaigns = Math.max(1, Math.round(count / CREATORS));
    const market = { campaigns, creators: CREATORS, budgetClicks: () => 1_000 };
    const links = await makeMarket(db, owner, market);
    const startedAt = performance.now();
    await fillHistory({ owner }, links, clicks);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`${clicks.toLocaleString("en-US")} clicks stored in ${seconds} s\n`);
    const [link] = links;
    if (!link) throw new Error("There is no link to query");
    const scan = await time(rounds, () => scanSpan(owner));
    const limitMs = Math.max(MIN_LIMIT_MS, MAX_SCANS * scan.median);
    const rows: string[][] = [["a scan of the same days", show(scan, 0), ""]];
    let isWithin = true;
    for (const { name, read } of listQueries(db, link.campaignId)) {
      const spread = await time(rounds, read);
      const isSlow = spread.median > limitMs;
      if (isSlow) isWithin = false;
      rows.push([name, show(spread, 0), isSlow ? "too slow" : "within the limit"]);
    }
    const limit = `limit ${Math.round(limitMs)} ms`;
    printTable(
      [`${clicks.toLocaleString("en-US")} clicks`, "ms, median (least–most)", limit],
      rows,
    );
    return isWithin;
  } finally {
    await world.close();
  }
}

function listQueries(db: Db, campaign: string): Query[] {
  const ctx = systemCtx(db);
  const top = (filter: object) => listTopClicks(ctx, topClicksQuerySchema.parse(filter));
  const suspects = (filter: object) => listSuspects(ctx, suspectsQuerySchema.parse(filter));
  return [
    ...topKinds.flatMap((by) => [
      { name: `clicks top --by ${by}`, read: () => top({ by }) },
      { name: `clicks top --by ${by} --campaign`, read: () => top({ by, campaign }) },
    ]),
    { name: "links suspects", read: () => suspects({}) },
    { name: "links suspects --days 30", read: () => suspects({ days: 30 }) },
    { name: "links suspects --campaign", read: () => suspects({ campaign }) },
  ];
}

/** Reads every click of the days that `clicks top` looks at. */
async function scanSpan(owner: Sql): Promise<void> {
  await owner`
    select count(*), sum(length(device_key)), count(distinct ip_key) from clicks
    where clicked_at > now() - ${TOP_DAYS} * interval '1 day'`;
}

async function time(rounds: number, read: () => Promise<unknown>): Promise<Spread> {
  await read();
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await read();
    durations.push(performance.now() - startedAt);
  }
  return computeSpread(durations);
}
