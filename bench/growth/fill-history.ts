import { JOINED } from "@fairclick/core/conversions/report";
import type { BenchLink } from "@fairclick/e2e/world/market";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Sql } from "@fairclick/sql/db/client";
import { withoutClickIndices } from "@fairclick/sql/testing/without-click-indices";
import { addDayClicks, type Traffic } from "./add-day-clicks";
import { fillCounters } from "./fill-counters";
import { HISTORY_DAYS, planHistory } from "./history-days";
import { inTurns } from "./in-turns";

const DAY_MS = 86_400_000;

/** Inserts judged clicks as `fillClicks` does, with all their counters. */
export async function fillHistory(
  { owner }: { owner: Sql },
  links: readonly BenchLink[],
  stored: number,
): Promise<void> {
  await fillClicks(owner, { links, isUneven: false }, { stored });
  await fillCounters(owner);
  await fillInsightCounters(owner);
  await owner`vacuum analyze click_quarters, click_days, impression_quarters, conversion_quarters`;
}

/**
 * Inserts judged clicks on the given links. Two fifths are from the last day; the rest are spread over
 * `days`. Each day is filled by itself, and gets its indices after its rows.
 */
export async function fillClicks(
  owner: Sql,
  traffic: Traffic,
  { stored, days = HISTORY_DAYS }: { stored: number; days?: number },
): Promise<void> {
  const now = new Date();
  await withoutClickIndices(owner, async (buildIndices) => {
    // As the owner: its statements have no time limit, and hundreds of partitions take seconds.
    const planned = planHistory({ stored, days }, now);
    const starts = planned.flatMap(({ spans }) => spans.map(({ from }) => from.getTime()));
    const from = new Date(Math.min(now.getTime(), ...starts) - DAY_MS);
    await makeClickPartitions(owner, { from, to: now });
    await inTurns(owner, planned, async (session, day) => {
      await addDayClicks(session, traffic, day);
      await buildIndices(session, day.day);
      await session`
        vacuum analyze ${session(`clicks_${day.day}`)}, ${session(`click_visitors_${day.day}`)}`;
    });
  });
  await owner`analyze only clicks, only click_visitors`;
}

/** Adds three impressions per click, and a joined player for every second valid click. */
async function fillInsightCounters(owner: Sql): Promise<void> {
  await owner`
    insert into impression_quarters
    select campaign_id, creator_id, starts_at, 3 * (valid + invalid) from click_quarters
    where valid + invalid > 0`;
  await owner`
    insert into conversion_quarters
    select campaign_id, creator_id, ${JOINED}, starts_at, valid / 2, 0 from click_quarters where valid > 1`;
}
