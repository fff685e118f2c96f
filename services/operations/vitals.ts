import { type ListAge, listAgeWarnings } from "@fairclick/core/ip/ip-data";
import { recordClicks } from "@fairclick/core/jobs";
import type { Problem } from "@fairclick/core/operations/work";
import { printableText } from "@fairclick/core/texts";
import { ch } from "@fairclick/sql/db/clickhouse";
import { type ClockDifference, measureClockDifference } from "@fairclick/sql/db/client";
import {
  backupSlot,
  type DatabaseVitals,
  readDatabaseVitals,
} from "@fairclick/sql/operations/status";
import type { Config } from "../config";
import { type Ctx, withTimeout } from "../context";
import { readListAges } from "../ip/ip-data";
import { MAX_APART_MS } from "../queue/consumers";
import type { JobQueue, UnrecordedJob } from "../queue/jobs";
import type { QueueFigures, StoreHealth } from "../queue/queue-store";

export type CheckResult = {
  check: string;
  status: "ok" | "warn" | "fail";
  detail: string;
  /** Advice for the operator; null if the status is `ok`. */
  advice: string | null;
};

export function ok(check: string, detail: string): CheckResult {
  return { check, status: "ok", detail, advice: null };
}

/** Works, but needs attention. */
export function warn(check: string, detail: string, advice: string): CheckResult {
  return { check, status: "warn", detail, advice };
}

/** Does not work. */
export function fail(check: string, detail: string, advice: string): CheckResult {
  return { check, status: "fail", detail, advice };
}

const TIMEOUT_MS = 3_000;
/** The stores are queried at most once in this time, however often probes and metrics are read. */
const MAX_AGE_MS = 5_000;

/** Figures of the marketplace; null if the store did not respond. */
export type Vitals = {
  database: DatabaseVitals | null;
  clock: ClockDifference | null;
  queues: QueueFigures[] | null;
  /** Null also if every click is recorded. */
  oldestUnrecorded: UnrecordedJob | null;
  store: StoreHealth | null;
  /** Whether ClickHouse answers; null without it. */
  clickhouse: boolean | null;
  /** The address lists that there are, and when each was last confirmed. */
  ipLists: readonly ListAge[] | null;
};

type Deps = Pick<Ctx, "db"> & {
  queue: Pick<JobQueue, "listFigures" | "checkHealth" | "findOldestUnrecorded">;
};

export type VitalsReader = () => Promise<Vitals>;

/** All callers within `MAX_AGE_MS` share one reading. */
export function createVitalsReader(deps: Deps, maxAgeMs = MAX_AGE_MS): VitalsReader {
  let last: { at: number; reading: Promise<Vitals> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > maxAgeMs) last = { at: now, reading: readVitals(deps) };
    return last.reading;
  };
}

export async function readVitals({ db, queue }: Deps): Promise<Vitals> {
  const { clickhouse } = db;
  const [database, clock, queues, oldestUnrecorded, ipLists, answer, health] = await Promise.all([
    orNull(() => readDatabaseVitals(db.sql)),
    orNull(() => measureClockDifference(db.sql)),
    orNull(() => queue.listFigures()),
    orNull(() => queue.findOldestUnrecorded()),
    orNull(() => readListAges(db.sql)),
    orNull(async () => clickhouse?.read(ch`select 1`, TIMEOUT_MS)),
    queue.checkHealth(),
  ]);
  const store = health.reachable ? health.store : null;
  const figures = { database, clock, queues, oldestUnrecorded, ipLists, store };
  return { ...figures, clickhouse: clickhouse ? answer !== null : null };
}

/** Returns null on failure; readiness reports what is unavailable and why. */
async function orNull<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await withTimeout(read(), TIMEOUT_MS, "The store");
  } catch {
    return null;
  }
}

const MINUTE_MS = 60_000;
const STUCK_MS = 2 * MINUTE_MS;
const MAX_REASON_LENGTH = 300;
const WATERMARK_LATE_MS = 5 * MINUTE_MS;
/** The books are checked once per hour. */
const PROOF_OLD_MS = 2 * 60 * MINUTE_MS;
const CLOCK_WARN_MS = 1_000;
/** Above this share of Postgres' connections, another process may find none. */
const NEARLY_ALL_CONNECTIONS = 0.9;

export type CheckSettings = Pick<Config, "clickWindowSeconds" | "ipDataUrl">;

/**
 * Judges what the stores know about the platform: the list behind `doctor`, the probes, `todo` and the
 * alerts. What waits for operators is in `todoSources`. Empty if Postgres did not respond.
 */
export function judgeVitals(
  { database, clock, queues, oldestUnrecorded, ipLists, clickhouse }: Vitals,
  { clickWindowSeconds, ipDataUrl }: CheckSettings,
): CheckResult[] {
  if (!database) return [];
  return [
    judgeWorkers(database),
    judgeWatermark(database, { clickWindowSeconds, oldestUnrecorded }),
    ...(queues ? [judgeWaiting(database, queues), judgeFailures(database, queues)] : []),
    judgeBooks(database),
    judgeClicks(database),
    judgeConnections(database),
    ...(database.backup ? [judgeBackup(database.backup)] : []),
    ...(clickhouse === null ? [] : [judgeClickHouse(clickhouse)]),
    ...(clock ? [judgeClock(clock)] : []),
    ...(ipLists ? [judgeIpLists(ipLists, database.at, ipDataUrl)] : []),
  ];
}

/**
 * Returns what is wrong with the platform itself, the worst first: what `todo` shows above its items and
 * alerts send.
 */
export function listPlatformProblems(vitals: Vitals, settings: CheckSettings): Problem[] {
  // Failed jobs are items of the to-do list.
  const results = judgeVitals(vitals, settings).filter(({ check }) => check !== "failed");
  return toProblems([
    ...results.filter(({ status }) => status === "fail"),
    ...results.filter(({ status }) => status === "warn"),
  ]);
}

export function toProblems(results: readonly CheckResult[]): Problem[] {
  return results
    .filter(({ status }) => status !== "ok")
    .map(({ check, detail, advice }) => ({ check, detail, advice }));
}

/** Clicks are timed by the api's clock and judged by Postgres', so all machines must agree. */
export function judgeClock({ aheadMs, surelyApartMs }: ClockDifference): CheckResult {
  const detail = `${Math.round(Math.abs(aheadMs))} ms from the database's`;
  const advice = "Synchronise the clocks of all machines (NTP).";
  if (surelyApartMs > MAX_APART_MS) return fail("clock", detail, advice);
  return surelyApartMs > CLOCK_WARN_MS ? warn("clock", detail, advice) : ok("clock", detail);
}

function judgeWorkers({ workersAlive, workerSeenAt }: DatabaseVitals): CheckResult {
  if (workersAlive > 0) return ok("workers", `${workersAlive} alive`);
  return workerSeenAt
    ? fail(
        "workers",
        `none is alive, since ${workerSeenAt.toISOString()}`,
        "Start a worker: until then clicks are kept, but not judged or paid.",
      )
    : warn(
        "workers",
        "none has ever run",
        "Start a worker: until then clicks are kept, but not judged or paid.",
      );
}

/** A job that has failed once is named at once: until it is recorded, no later click is judged. */
function judgeWatermark(
  { at, judgedUpTo }: DatabaseVitals,
  {
    clickWindowSeconds,
    oldestUnrecorded,
  }: Pick<Vitals, "oldestUnrecorded"> & Pick<CheckSettings, "clickWindowSeconds">,
): CheckResult {
  if (!judgedUpTo) return ok("settlement", "has not begun yet");
  const lateMs = at.getTime() - judgedUpTo.getTime() - clickWindowSeconds * 1_000;
  const isLate = lateMs > WATERMARK_LATE_MS;
  const detail = [
    `clicks are judged up to ${judgedUpTo.toISOString()}`,
    ...(isLate ? [`${describeAge(lateMs)} behind`] : []),
  ].join(", ");
  const { id = "", attempts = 0, reason = null } = oldestUnrecorded ?? {};
  if (reason !== null) {
    const why = printableText(reason).slice(0, MAX_REASON_LENGTH);
    return (isLate ? fail : warn)(
      "settlement",
      `${detail}, held back by the job ${id}: ${why} (tried ${attempts} times)`,
      `If only this job fails, \`fairclick queues decide park ${recordClicks.name}/${id}\`: the rest goes on, and its clicks are kept.`,
    );
  }
  return isLate
    ? fail(
        "settlement",
        detail,
        `The oldest click that is not recorded holds it back: look at the queue ${recordClicks.name}, and at the workers' log.`,
      )
    : ok("settlement", detail);
}

function judgeWaiting({ at, jobCompletedAt }: DatabaseVitals, queues: QueueFigures[]): CheckResult {
  const now = at.getTime();
  const waiting = queues.filter(({ oldestAt }) => oldestAt !== null && now - oldestAt > STUCK_MS);
  if (waiting.length === 0) return ok("jobs", "none has waited for long");
  const list = waiting
    .map(({ name, waiting, oldestAt }) => {
      const age = describeAge(now - (oldestAt ?? now));
      return `${name} ${waiting}, the oldest for ${age}`;
    })
    .join("; ");
  const last = jobCompletedAt ? `at ${jobCompletedAt.toISOString()}` : "never";
  return warn(
    "jobs",
    `wait: ${list}; a worker last completed one ${last}`,
    "Start more workers, or look at their log.",
  );
}

function judgeFailures({ at }: DatabaseVitals, queues: QueueFigures[]): CheckResult {
  const failed = queues.filter(({ failed }) => failed > 0);
  if (failed.length === 0) return ok("failed", "no job was given up");
  const list = failed
    .map(({ name, failed, oldestFailedAt }) => {
      const age =
        oldestFailedAt === null ? "" : `, ${describeAge(at.getTime() - oldestFailedAt)} ago`;
      return `${name} ${failed}${age}`;
    })
    .join("; ");
  const advice =
    "`fairclick queues jobs <queue>` says why, `fairclick queues decide retry` tries again.";
  return failed.some(({ name }) => name === recordClicks.name)
    ? fail("failed", `jobs were given up, and no later click can be judged: ${list}`, advice)
    : warn("failed", `jobs were given up: ${list}`, advice);
}

function judgeBooks({ at, booksProvedAt, booksChecks, judgedUpTo }: DatabaseVitals): CheckResult {
  const wrong = booksChecks.filter(({ differences }) => differences > 0);
  if (wrong.length > 0) {
    const list = wrong.map(({ name, differences }) => `${name} ${differences}`).join(", ");
    return fail("books", `differ: ${list}`, "Run `fairclick ledger verify` and act on it first.");
  }
  const advice = "A worker proves them every hour: look at the queue verify-books.";
  if (!booksProvedAt) {
    return judgedUpTo
      ? warn("books", "have never been proved", advice)
      : ok("books", "nothing to prove yet");
  }
  const ageMs = at.getTime() - booksProvedAt.getTime();
  const detail = `proved ${describeAge(ageMs)} ago, no differences`;
  return ageMs > PROOF_OLD_MS ? warn("books", detail, advice) : ok("books", detail);
}

function judgeClicks({ clicksParked }: DatabaseVitals): CheckResult {
  return clicksParked === 0
    ? ok("clicks", "all could be written down")
    : warn(
        "clicks",
        `${clicksParked} could not be recorded and wait for a person`,
        "`fairclick queues jobs` lists them with their reasons; `fairclick queues decide` retries or discards them.",
      );
}

function judgeConnections({ connections, maxConnections }: DatabaseVitals): CheckResult {
  const used = connections.reduce((sum, { count }) => sum + count, 0);
  const detail = `${used} of Postgres' ${maxConnections} connections are in use`;
  return used > maxConnections * NEARLY_ALL_CONNECTIONS
    ? warn("capacity", detail, "Raise max_connections, or run fewer processes.")
    : ok("capacity", detail);
}

function judgeBackup(slot: NonNullable<DatabaseVitals["backup"]>): CheckResult {
  const megabytes = Math.round(slot.waitingBytes / 1e6);
  if (slot.lost) {
    const detail = "Postgres has deleted WAL that the backup has not received";
    const advice = `\`select pg_drop_replication_slot('${backupSlot}')\`, then begin a new folder with \`fairclick backup\`.`;
    return fail("backup", detail, advice);
  }
  return slot.active
    ? ok("backup", `the WAL is being received, ${megabytes} MB behind`)
    : warn(
        "backup",
        `nobody receives the WAL, of which Postgres keeps ${megabytes} MB for the backup`,
        "Start `fairclick backup <folder> --follow` again.",
      );
}

function judgeClickHouse(answers: boolean): CheckResult {
  return answers
    ? ok("clickhouse", "answers")
    : warn(
        "clickhouse",
        "does not answer: no day of clicks can move there or be read there",
        "Check that it runs and that CLICKHOUSE_URL is right. No money depends on it.",
      );
}

function judgeIpLists(lists: readonly ListAge[], at: Date, ipDataUrl: string | null): CheckResult {
  const warnings = listAgeWarnings(lists, at);
  if (warnings.length > 0) {
    const advice = ipDataUrl
      ? "Run `fairclick ip-data update`; a worker does it daily."
      : "Downloads are off: set IP_DATA_URL to a mirror, or unset it.";
    return warn("ip data", warnings.join("; "), advice);
  }
  const oldest = Math.min(...lists.map(({ checkedAt }) => checkedAt.getTime()));
  const hours = Math.floor((at.getTime() - oldest) / (60 * MINUTE_MS));
  return ok("ip data", `${lists.length} lists, the oldest confirmed ${hours} h ago`);
}

function describeAge(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1_000))} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
