import { jobs } from "@fairclick/core/jobs";
import type { DatabaseVitals } from "@fairclick/sql/operations/status";
import { describe, expect, it } from "vitest";
import type { QueueFigures } from "../queue/queue-store";
import { judgeClock, judgeVitals } from "./vitals";

const at = new Date("2026-11-22T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

const sound: DatabaseVitals = {
  at,
  workersAlive: 2,
  workerSeenAt: at,
  jobCompletedAt: at,
  judgedUpTo: minutesAgo(1.2),
  booksProvedAt: minutesAgo(50),
  booksChecks: [{ name: "ledger_sums_to_zero", differences: 0 }],
  clicksParked: 0,
  clicksHeldSince: null,
  jobsParked: 0,
  stripeEventsParked: 0,
  databaseBytes: 1_000_000,
  connections: [{ application: "fairclick-api", count: 20 }],
  maxConnections: 100,
  backup: null,
};

const idle: QueueFigures[] = jobs.map(({ name }) => ({
  name,
  ...{ waiting: 0, active: 0, delayed: 1, failed: 0, donePerMinute: 3 },
  ...{ oldestAt: null, oldestFailedAt: null },
}));

const settings = { clickWindowSeconds: 60, ipDataUrl: "https://lists.example" };

type Changes = {
  database?: Partial<DatabaseVitals>;
  queue?: Partial<QueueFigures>;
  clickhouse?: boolean;
};

function judge({ database, queue, clickhouse = true }: Changes) {
  const vitals = {
    database: { ...sound, ...database },
    queues: idle.map((one) => (one.name === queue?.name ? { ...one, ...queue } : one)),
    clock: null,
    store: null,
    ipLists: null,
    clickhouse,
    oldestUnrecorded: null,
  };
  return judgeVitals(vitals, settings).filter(({ status }) => status !== "ok");
}

describe("judgeVitals", () => {
  it("finds nothing in a healthy system, also on its first day", () => {
    expect(judge({})).toEqual([]);
    expect(judge({ database: { judgedUpTo: null, booksProvedAt: null, booksChecks: [] } })).toEqual(
      [],
    );
  });

  it.each<[string, Changes, string, string, string]>([
    [
      "a dead worker",
      { database: { workersAlive: 0, workerSeenAt: minutesAgo(3) } },
      ...(["workers", "fail", "none is alive, since 2026-11-22T11:57:00.000Z"] as const),
    ],
    [
      "no worker ever",
      { database: { workersAlive: 0, workerSeenAt: null } },
      ...(["workers", "warn", "none has ever run"] as const),
    ],
    [
      "a watermark that stands still",
      { database: { judgedUpTo: minutesAgo(10) } },
      ...(["settlement", "fail", "up to 2026-11-22T11:50:00.000Z, 9 min behind"] as const),
    ],
    [
      "jobs that wait",
      { queue: { name: "send-withdrawal", waiting: 163, oldestAt: minutesAgo(4).getTime() } },
      ...(["jobs", "warn", "send-withdrawal 163, the oldest for 4 min; a worker last"] as const),
    ],
    [
      "failed jobs",
      { queue: { name: "send-withdrawal", failed: 30, oldestFailedAt: minutesAgo(180).getTime() } },
      ...(["failed", "warn", "jobs were given up: send-withdrawal 30, 3 h ago"] as const),
    ],
    [
      "failed clicks",
      { queue: { name: "record-clicks", failed: 1, oldestFailedAt: minutesAgo(7).getTime() } },
      ...(["failed", "fail", "no later click can be judged: record-clicks 1, 7 min ago"] as const),
    ],
    [
      "books that differ",
      { database: { booksChecks: [{ name: "link_totals_equal_clicks", differences: 2 }] } },
      ...(["books", "fail", "differ: link_totals_equal_clicks 2"] as const),
    ],
    [
      "an old proof",
      { database: { booksProvedAt: minutesAgo(125) } },
      ...(["books", "warn", "proved 2 h ago"] as const),
    ],
    [
      "no proof",
      { database: { booksProvedAt: null, booksChecks: [] } },
      ...(["books", "warn", "have never been proved"] as const),
    ],
    ["parked clicks", { database: { clicksParked: 4 } }, "clicks", "warn", "4 could not be"],
    [
      "nearly all connections in use",
      { database: { connections: [{ application: "x", count: 95 }] } },
      ...(["capacity", "warn", "95 of Postgres' 100 connections are in use"] as const),
    ],
    [
      "a backup that stopped",
      { database: { backup: { active: false, waitingBytes: 34e6, lost: false } } },
      ...(["backup", "warn", "keeps 34 MB for the backup"] as const),
    ],
    [
      "a backup with a gap",
      { database: { backup: { active: true, waitingBytes: 0, lost: true } } },
      ...(["backup", "fail", "has deleted WAL that the backup has not received"] as const),
    ],
    [
      "a ClickHouse that is away",
      { clickhouse: false },
      ...(["clickhouse", "warn", "no day of clicks can move there or be read"] as const),
    ],
  ])("finds %s", (_, changes, check, status, detail) => {
    expect(judge(changes)).toEqual([
      { check, status, detail: expect.stringContaining(detail), advice: expect.any(String) },
    ]);
  });

  it("returns nothing if Postgres does not respond: the parts report that", () => {
    const silent = {
      database: null,
      queues: null,
      clock: null,
      store: null,
      ipLists: null,
      clickhouse: null,
      oldestUnrecorded: null,
    };
    expect(judgeVitals(silent, settings)).toEqual([]);
  });
});

it.each([
  [20, 0, "ok"],
  [-2_000, 1_990, "warn"],
  [600_000, 599_000, "fail"],
  [5_000, 0, "ok"],
])("judgeClock: %i ms, surely %i: %s", (aheadMs, surelyApartMs, status) => {
  expect(judgeClock({ aheadMs, surelyApartMs }).status).toBe(status);
});
