import { moveClicks, verifyBooks } from "@fairclick/core/jobs";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { MOVED_AFTER_DAYS } from "@fairclick/services/clicks/move-days";
import { maintainPartitions } from "@fairclick/services/clicks/retain";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Sql } from "@fairclick/sql/db/client";
import { seededRandom } from "../world/seeded-random";
import { compareCounters } from "./agreement/compare-counters";
import { compareLedger } from "./agreement/compare-ledger";
import { openComparison } from "./agreement/comparison";
import { nameLinks } from "./agreement/names";
import { countAll, sumClicks } from "./agreement/tally";
import { readTruth, type Truth } from "./agreement/truth";
import { findViolations, type Violation } from "./find-violations";
import { type InSystem, inSystem } from "./in-system";
import { openMarket } from "./market";
import {
  type ChaosReport,
  findFallen,
  OFTEN_MS,
  SELDOM_MS,
  SETTLE_TIMEOUT_MS,
  VISITORS,
} from "./run-chaos";
import { CLICKHOUSE, type Stores } from "./start-system";
import { type Answers, visitAll } from "./visit-all";
import { waitUntilSettled } from "./wait-until-settled";
import { type Watched, watchLists } from "./watch-lists";

export type Moving = {
  seed: number;
  /** How long visitors click on old days, and again while these days move. */
  seconds: number;
  queue: Stores["queue"];
  /** Where ClickHouse's engine is installed. */
  chdb: string;
};

export type MovingReport = Pick<
  ChaosReport,
  "answered" | "failed" | "kills" | "verdicts" | "violations" | "agreement" | "folder" | "isClean"
> & { movedDays: number; movedClicks: number; watched: Omit<Watched, "violations"> };

const DAY_MS = 86_400_000;
/** Each api that starts has the clock of another day. */
const DAYS = 8;
/** Lists are compared up to this time: old clicks are before it, those of today after it. */
const OLD_MS = 30 * DAY_MS;
const MOVE_EVERY_MS = 400;
const MOVE_TIMEOUT_MS = 180_000;
/** How long lists are read after all have moved and everything runs again. */
const WATCHED_MS = 2_000;

/**
 * Lets visitors click when the clocks of the apis are months behind, and corrects the clocks. Then the days
 * are old: they move to ClickHouse while more visitors come, lists are read, and parts are killed and hang.
 */
export function runMoving({ chdb, queue, ...chaos }: Moving): Promise<MovingReport> {
  const clock = { isRight: false };
  let starts = 0;
  const apiAheadMs = () => {
    starts += 1;
    return clock.isRight ? 0 : -(MOVED_AFTER_DAYS + 1 + (starts % DAYS)) * DAY_MS;
  };
  return inSystem({ queue, moving: { chdb, apiAheadMs } }, (running) =>
    moveUnderFire(chaos, { ...running, clock }),
  );
}

type Running = InSystem & { clock: { isRight: boolean } };

async function moveUnderFire(
  { seed, seconds }: Pick<Moving, "seed" | "seconds">,
  { clock, ...running }: Running,
): Promise<MovingReport> {
  const { system, folder, db, owner, queue } = running;
  const { victims, apiPorts: ports } = system;
  const random = seededRandom(seed);
  const own = () => seededRandom(random.next() * 2 ** 32);
  const market = await openMarket(db, owner.sql);
  await prepareDays(running);
  const endLoad = () => {
    const startedAt = performance.now();
    return () => performance.now() - startedAt > seconds * 1_000;
  };
  const underFire = async (isOver: () => boolean): Promise<Answers> => {
    const [answers] = await Promise.all([
      visitAll({
        ...{ links: market.links, ports, random: own(), visitors: VISITORS, isOver },
        onArrival: () => {},
      }),
      victims.killUntil(isOver, own(), SELDOM_MS),
      victims.killUntil(isOver, own(), OFTEN_MS, [CLICKHOUSE]),
      victims.freezeUntil([CLICKHOUSE], isOver, own()),
    ]);
    return answers;
  };
  const settled = { db, queue, dataDir: folder, timeoutMs: SETTLE_TIMEOUT_MS };

  const old = await underFire(endLoad());
  const left = await waitUntilSettled(settled);
  await proveDays(running);
  const known = left.length > 0 ? [] : (await readTruth(db, [])).clicks;
  clock.isRight = true;
  await system.flushApis();

  let isMoved = false;
  const deadline = performance.now() + MOVE_TIMEOUT_MS;
  const moving = (async () => {
    while (!isMoved && performance.now() < deadline) {
      // A store that is away is there again soon.
      for (const job of [verifyBooks, moveClicks]) await queue.send(job, {}).catch(() => {});
      await Bun.sleep(MOVE_EVERY_MS);
      isMoved = await hasMoved(owner.sql).catch(() => false);
    }
  })();
  const to = new Date(Date.now() - OLD_MS);
  let isOver = false;
  const watching = watchLists({
    ...{ campaigns: market.campaigns, known, to, ports, isOver: () => isOver },
    random: own(),
  });
  const [recent] = await Promise.all([underFire(endLoad()), moving]);
  await system.untilReady();
  await Bun.sleep(WATCHED_MS);
  isOver = true;
  const watched = await watching;

  left.push(...(await waitUntilSettled(settled)));
  await system.flushApis();
  const answers = addAnswers(old, recent);
  const { violations: misread, ...counts } = watched;
  const violations: Violation[] = [
    ...misread.slice(0, 10),
    ...(await findViolations(db, answers)),
    ...findFallen(victims),
  ];
  if (left.length > 0) violations.push({ claim: "every click is judged", rows: [{ left }] });
  if (!isMoved) violations.push({ claim: "every old day moves", rows: await listKept(owner.sql) });
  const truth: Truth =
    left.length > 0 ? { clicks: [], conversions: [], impressions: [] } : await readTruth(db, []);
  const { compare, compared, differences } = openComparison();
  if (left.length === 0) {
    const about = { market, truth, nameLink: nameLinks(market), compare };
    await compareCounters(db, about);
    await compareLedger(db, about);
  }
  const { micros: _, ...verdicts } = sumClicks(truth.clicks);
  const [moved] = await owner.sql<{ days: number; clicks: number }[]>`
    select count(*)::int as days, coalesce(sum(clicks), 0)::int as clicks from dropped_days
    where clicks is not null`;
  if (moved?.clicks !== known.length || countAll(sumClicks(known)) !== known.length) {
    const rows = [{ moved: moved?.clicks, known: known.length }];
    violations.push({ claim: "each old click has moved once", rows });
  }
  return {
    folder,
    answered: answers.answered.length,
    failed: answers.failed,
    kills: victims.kills(),
    verdicts,
    movedDays: moved?.days ?? 0,
    movedClicks: moved?.clicks ?? 0,
    watched: counts,
    violations,
    agreement: { compared: { "counters and ledger": compared() }, differences: differences() },
    isClean: violations.length === 0 && differences().length === 0,
  };
}

/** Makes the partitions as the job did when the days came, but for the newest day: it had none. */
async function prepareDays({ db }: InSystem): Promise<void> {
  const then = new Date(Date.now() - (MOVED_AFTER_DAYS + 1 + DAYS) * DAY_MS);
  await maintainPartitions(systemCtx(db, () => then));
}

/** Rejects what is held, and proves the days: nothing needs their clicks in Postgres any more. */
async function proveDays({ db, owner, queue }: InSystem): Promise<void> {
  const operator = await operatorCtx(db, owner.sql);
  const held = await owner.sql<{ campaignId: string }[]>`
    select distinct campaign_id from clicks where verdict = 'held'`;
  for (const { campaignId } of held) {
    const clicks = { group: { campaignId } };
    await decideClicks(operator, { action: "reject", clicks, reason: "chaos", dryRun: false });
  }
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  await queue.send(verifyBooks, {});
  while (performance.now() < deadline) {
    const open = await owner.sql`
      select from click_days_before((now() - interval '30 days')::date) kept (day)
      where not is_sealed_day(kept.day) limit 1`;
    if (open.length === 0) return;
    await Bun.sleep(100);
  }
}

function addAnswers(first: Answers, second: Answers): Answers {
  const banners = new Map(first.banners);
  for (const [link, times] of second.banners) banners.set(link, (banners.get(link) ?? 0) + times);
  return {
    answered: [...first.answered, ...second.answered],
    failed: first.failed + second.failed,
    banners,
  };
}

async function hasMoved(owner: Sql): Promise<boolean> {
  return (await listKept(owner)).length === 0;
}

function listKept(owner: Sql) {
  return owner<{ day: string; clicks: number }[]>`
    select (clicked_at at time zone 'UTC')::date::text as day, count(*)::int as clicks from clicks
    where clicked_at < now() - interval '30 days' group by 1 order by 1`;
}
