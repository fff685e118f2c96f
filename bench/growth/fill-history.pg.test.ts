import { makeMarket } from "@fairclick/e2e/world/market";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { verifyStats } from "@fairclick/services/testing/verify-stats";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { fillCounters } from "./fill-counters";
import { fillClicks } from "./fill-history";
import { countClicks, planHistory } from "./history-days";

const { db, owner } = await createTestDatabase();

const listIndices = () => owner`
  select count(*)::int as count, bool_and(indisvalid) as valid
  from pg_index where indrelid in ('clicks'::regclass, 'click_visitors'::regclass)`;

it("stores clicks and counters as the product does, and keeps all indices", async () => {
  const market = { campaigns: 2, creators: 3, budgetClicks: () => 1_000 };
  const links = await makeMarket(db, owner, market);
  const indices = await listIndices();
  await fillClicks(owner, { links, isUneven: true }, { stored: 5_000, days: 3 });
  await fillCounters(owner);
  expect(await listIndices()).toEqual(indices);
  const [stored] = await owner`
    select count(*)::int as clicks, count(distinct verdict)::int as verdicts,
      count(distinct family(ip_key))::int as families from visited_clicks`;
  expect(stored).toEqual({ clicks: 5_000, verdicts: 3, families: 2 });
  const { clean, checks } = await verifyStats(systemCtx(db));
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(clean).toBe(true);
});

it.each(["2026-11-23T00:00:00Z", "2026-11-23T12:34:56.789Z", "2026-11-23T23:59:59.999Z"])(
  "plans every click of the days before %s once",
  (now) => {
    const end = new Date(now);
    const days = planHistory({ stored: 1_001, days: 396 }, end);
    const spans = days.flatMap((day) => day.spans);
    expect(days.reduce((sum, day) => sum + countClicks(day), 0)).toBe(1_001);
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
    expect(spans.every(({ from, to }) => from < to && to <= end)).toBe(true);
    const late = spans.filter(({ to }) => end.getTime() - to.getTime() < 86_400_000);
    expect(late.reduce((sum, { clicks }) => sum + clicks, 0)).toBeGreaterThanOrEqual(400);
  },
);
