import type { Db } from "@fairclick/sql/db/client";
import { type Random, seededRandom } from "../world/seeded-random";
import { actAsPeople } from "./act-as-people";
import { type Agreement, findDisagreements } from "./agreement/find-disagreements";
import { findViolations, type Violation } from "./find-violations";
import { findWrongNotices, waitUntilMailed } from "./find-wrong-notices";
import { openGameServers, type Report } from "./game-servers";
import { type InSystem, inSystem } from "./in-system";
import { type ChaosMarket, openMarket } from "./market";
import { type System, workers } from "./start-system";
import type { Victims } from "./victims";
import { type Answers, visitAll, visitEach } from "./visit-all";
import { waitUntilSettled } from "./wait-until-settled";

export type Chaos = {
  seed: number;
  /**
   * How long the load and the kills last: a number of seconds, or until this many visitors were
   * redirected.
   */
  length: { seconds: number } | { clicks: number };
  queue: "redis" | "postgres" | "cluster";
  /** Path of a Chromium to compare pages with, or null. */
  browserPath: string | null;
};

export type ChaosReport = {
  answered: number;
  failed: number;
  conversions: number;
  kills: Record<string, number>;
  /** Notices by kind. */
  notices: Record<string, number>;
  mails: number;
  loadSeconds: number;
  settledAfterSeconds: number;
  verdicts: Record<string, number>;
  violations: Violation[];
  agreement: Agreement;
  /** Data and logs, kept if something is wrong. */
  folder: string;
  isClean: boolean;
};

export const VISITORS = 24;
export const SETTLE_TIMEOUT_MS = 120_000;
/** Pauses between two kills: frequent kills stress restarts; rare ones let many clicks through. */
export const OFTEN_MS = [200, 1_500] as const;
export const SELDOM_MS = [1_000, 6_000] as const;

/**
 * Runs a whole system under load and kills its parts at random, then checks all claims and figures.
 */
export function runChaos(chaos: Chaos): Promise<ChaosReport> {
  return inSystem({ queue: chaos.queue, moving: null }, (running) => killAll(chaos, running));
}

async function killAll(
  chaos: Chaos,
  { system, folder, db, owner, queue, listMails }: InSystem,
): Promise<ChaosReport> {
  const random = seededRandom(chaos.seed);
  const { victims, apiPorts } = system;
  const market = await openMarket(db, owner.sql);
  const loaded = await load(system, { market, random, length: chaos.length });
  const faults = { market, random, answers: loaded.answers };
  const early = await system.removeEarlyWorker();
  const refused = await returnPostgres(system, faults);
  const violations = await startSlowly(system, faults);
  const endedAt = performance.now();
  const left = await waitUntilSettled({ db, queue, dataDir: folder, timeoutMs: SETTLE_TIMEOUT_MS });
  const settledAfterSeconds = (performance.now() - endedAt) / 1_000;
  await system.flushApis();
  const unsent = await waitUntilMailed(owner.sql);
  violations.push(...(await findViolations(db, loaded.answers)));
  if (!early.includes("it takes no jobs")) {
    violations.push({ claim: "a worker says that its clock is ahead", rows: [{ early }] });
  }
  violations.push(...(await findWrongNotices(db, listMails())));
  if (refused > 0) {
    const rows = [{ refused }];
    violations.push({ claim: "no known link is refused while Postgres returns", rows });
  }
  if (unsent > 0) violations.push({ claim: "every mail is sent", rows: [{ unsent }] });
  if (left.length > 0) violations.push({ claim: "every click is judged", rows: [{ left }] });
  if (loaded.unanswered > 0) {
    const rows = [{ unanswered: loaded.unanswered }];
    violations.push({ claim: "every report of a game is answered", rows });
  }
  violations.push(...findFallen(victims));
  const agreement =
    left.length > 0
      ? { compared: {}, differences: [] }
      : await findDisagreements({
          db,
          market,
          reports: loaded.reports,
          origin: `http://localhost:${apiPorts[0]}`,
          browserPath: chaos.browserPath,
        });
  return {
    folder,
    answered: loaded.answers.answered.length,
    failed: loaded.answers.failed,
    conversions: loaded.reports.length,
    kills: victims.kills(),
    notices: await countNotices(db),
    mails: listMails().length,
    loadSeconds: loaded.seconds,
    settledAfterSeconds,
    verdicts: await countVerdicts(db),
    violations,
    agreement,
    isClean: violations.length === 0 && agreement.differences.length === 0,
  };
}

export function findFallen(victims: Victims): Violation[] {
  const rows = victims.fallen().map((name) => ({ name }));
  return rows.length > 0 ? [{ claim: "no part ends by itself", rows }] : [];
}

type Load = { market: ChaosMarket; random: Random; length: Chaos["length"] };
type Loaded = { answers: Answers; reports: Report[]; unanswered: number; seconds: number };

/** Runs visitors, reporting games and kills concurrently, until each part was killed at least once. */
async function load(
  { victims, apiPorts: ports, redisNodes }: System,
  { market, random, length }: Load,
): Promise<Loaded> {
  const own = () => seededRandom(random.next() * 2 ** 32);
  const games = openGameServers(market.campaigns, { ports, random: own() });
  const startedAt = performance.now();
  const lasted = () => (performance.now() - startedAt) / 1_000;
  const isOneSpared = () => Object.values(victims.kills()).includes(0);
  let over = false;
  const visiting = visitAll({
    links: market.links,
    ports,
    random: own(),
    visitors: VISITORS,
    isOver: ({ answered }) => {
      const isDone =
        "clicks" in length ? answered.length >= length.clicks : lasted() >= length.seconds;
      over ||= isDone && !isOneSpared();
      return over;
    },
    onArrival: ({ campaignId }, clickId) => games.arrive(campaignId, clickId),
  });
  const visited = visiting.then((answers) => ({ answers, seconds: lasted() }));
  const acting = actAsPeople(market, { ports, random: own(), isOver: () => over });
  const [{ answers, seconds }, unanswered] = await Promise.all([
    visited,
    games.reportUntil(() => over, SETTLE_TIMEOUT_MS),
    victims.killUntil(() => over, random, "clicks" in length ? SELDOM_MS : OFTEN_MS),
    acting,
    victims.freezeUntil(redisNodes, () => over, own()),
  ]);
  return { answers, reports: games.stored(), unanswered, seconds };
}

const POSTGRES_AWAY_MS = 2_000;
const AFTER_RETURN_MS = 5_000;

type Fault = { market: ChaosMarket; random: Random; answers: Answers };

/**
 * Kills Postgres under load when every api knows every link, and starts it again. Returns how many visitors
 * were not redirected, and adds the others to the answers.
 */
async function returnPostgres(system: System, fault: Fault): Promise<number> {
  const { victims, apiPorts: ports, untilReady } = system;
  const { market, answers } = fault;
  await untilReady();
  for (const port of ports) answers.answered.push(...(await visitEach(market.links, port)));
  return underLoad(system, fault, async () => {
    await victims.killOnce("postgres", POSTGRES_AWAY_MS);
    await Bun.sleep(AFTER_RETURN_MS);
  });
}

/** Longer than a consumer waits for a connection. */
const SLOW_CONNECTION_MS = 2_500;
/** Until a worker has started and its consumers have given up. */
const SLOW_MS = 12_000;
const SILENT_MS = 4_000;

/**
 * Starts the workers while their stores are slow to take connections. When the workers are ready, the
 * connections to the queue go silent under them: each consumer hangs.
 */
async function startSlowly(system: System, fault: Fault): Promise<Violation[]> {
  const { victims, proxies, untilWorkersReady } = system;
  const violations: Violation[] = [];
  await underLoad(system, fault, async () => {
    for (const proxy of proxies) proxy.slowDown(SLOW_CONNECTION_MS);
    await Promise.all(workers.map((name) => victims.killOnce(name, 0)));
    await Bun.sleep(SLOW_MS);
    await Promise.all(proxies.map((proxy) => proxy.mend()));
    await untilWorkersReady().catch((error: unknown) => {
      const claim = "workers that started while their stores were slow are ready later";
      violations.push({ claim, rows: [{ error: String(error) }] });
    });
    proxies.at(-1)?.silence();
    await Bun.sleep(SILENT_MS);
  });
  return violations;
}

/** So that a fault leaves hundreds of clicks to judge and not tens of thousands, which take minutes. */
const CALM_MS = [100, 300] as const;

/** Lets visitors come while something happens. Returns how many were not redirected. */
async function underLoad(
  { apiPorts: ports }: System,
  { market: { links }, random, answers }: Fault,
  happen: () => Promise<void>,
): Promise<number> {
  let over = false;
  const visiting = visitAll({
    ...{ links, ports, random, visitors: VISITORS, pauseMs: CALM_MS },
    isOver: () => over,
    onArrival: () => {},
  });
  await happen();
  over = true;
  const { answered, failed, banners } = await visiting;
  answers.answered.push(...answered);
  for (const [link, times] of banners) {
    answers.banners.set(link, (answers.banners.get(link) ?? 0) + times);
  }
  return failed;
}

async function countNotices({ sql }: Db): Promise<Record<string, number>> {
  const kinds = await sql<{ kind: string; notices: number }[]>`
    select kind, count(*)::int as notices from notices group by 1 order by 1`;
  return Object.fromEntries(kinds.map(({ kind, notices }) => [kind, notices]));
}

async function countVerdicts({ sql }: Db): Promise<Record<string, number>> {
  const verdicts = await sql<{ verdict: string; clicks: number }[]>`
    select verdict, count(*)::int as clicks from all_clicks group by 1 order by 1`;
  return Object.fromEntries(verdicts.map(({ verdict, clicks }) => [verdict, clicks]));
}
