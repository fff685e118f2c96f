import { createHash, timingSafeEqual } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { QueueFigures } from "../queue/queue-store";
import { findExistingFolder, measureSpool, type SpoolState } from "../queue/spool-folder";
import type { CheckResult } from "./vitals";
import { type CheckSettings, judgeVitals, type Vitals, type VitalsReader } from "./vitals";

type Sample = { labels: Record<string, string>; value: number };
type Definition<Source> = {
  name: string;
  help: string;
  labelNames?: string[];
  read: (source: Source) => Sample[];
};

/**
 * Registers gauges of one source. If the source cannot be read they have no value: one figure that is
 * missing must not hide the others.
 */
function addGauges<Source>(
  registry: Registry,
  definitions: Definition<Source>[],
  readSource: () => Promise<Source>,
): void {
  for (const { name, help, labelNames = [], read } of definitions) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      // Of several processes, each reads the same.
      aggregator: "first",
      async collect() {
        const samples = await readSource().then(read, () => []);
        this.reset();
        // `reset` sets a gauge without labels to 0, and `remove` throws for one with labels.
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });
  }
}

const statusValues: Record<CheckResult["status"], number> = { ok: 0, warn: 1, fail: 2 };

/**
 * Registers gauges of the whole marketplace, which every process reads from the stores. A gauge
 * without a value means that the store did not respond, or that the event has never happened.
 */
export function exportVitals(
  registry: Registry,
  readVitals: VitalsReader,
  settings: CheckSettings,
): void {
  const checks: Definition<Vitals> = {
    name: "fairclick_check_status",
    help: "Results of the checks that readyz, doctor, todo and the alerts show: 0 ok, 1 warning, 2 failure",
    labelNames: ["check"],
    read: (vitals) =>
      judgeVitals(vitals, settings).map(({ check, status }) => ({
        labels: { check },
        value: statusValues[status],
      })),
  };
  addGauges(registry, [...definitions, checks], readVitals);
}

const definitions: Definition<Vitals>[] = [
  {
    name: "fairclick_database_up",
    help: "Whether Postgres answers this process: 1 or 0",
    read: ({ clock }) => single(clock ? 1 : 0),
  },
  {
    name: "fairclick_queue_up",
    help: "Whether the queue's store answers this process: 1 or 0",
    read: ({ store }) => single(store ? 1 : 0),
  },
  {
    name: "fairclick_workers_alive",
    help: "Worker processes that live",
    read: ({ database }) => single(database?.workersAlive),
  },
  {
    name: "fairclick_settlement_watermark_seconds",
    help: "Clicks made before this moment (seconds since 1970) have their verdict",
    read: ({ database }) => single(toSeconds(database?.judgedUpTo)),
  },
  {
    name: "fairclick_settlement_watermark_age_seconds",
    help: "How far the watermark is behind Postgres' clock",
    read: ({ database }) =>
      single(database?.judgedUpTo && secondsBetween(database.judgedUpTo, database.at)),
  },
  {
    name: "fairclick_books_verified_at_seconds",
    help: "When the books were last proved, in seconds since 1970",
    read: ({ database }) => single(toSeconds(database?.booksProvedAt)),
  },
  {
    name: "fairclick_books_differences",
    help: "Differences that the last proof of the books found; anything but 0 is an alarm",
    labelNames: ["check"],
    read: ({ database }) =>
      (database?.booksChecks ?? []).map(({ name, differences }) => ({
        labels: { check: name },
        value: differences,
      })),
  },
  {
    name: "fairclick_parked_clicks",
    help: "Clicks that could not be recorded and wait for an operator",
    read: ({ database }) => single(database?.clicksParked),
  },
  {
    name: "fairclick_held_clicks_oldest_age_seconds",
    help: "How long the oldest held click has waited for an operator; 0 without any",
    read: ({ database }) =>
      single(
        database &&
          (database.clicksHeldSince ? secondsBetween(database.clicksHeldSince, database.at) : 0),
      ),
  },
  {
    name: "fairclick_parked_jobs",
    help: "Jobs that were taken out of their queues and wait for a person",
    read: ({ database }) => single(database?.jobsParked),
  },
  {
    name: "fairclick_parked_stripe_events",
    help: "Events from Stripe that could not be processed and wait for a person",
    read: ({ database }) => single(database?.stripeEventsParked),
  },
  {
    name: "fairclick_clock_ahead_seconds",
    help: "How far this process's clock is ahead of Postgres'",
    read: ({ clock }) => single(clock && clock.aheadMs / 1_000),
  },
  {
    name: "fairclick_database_bytes",
    help: "Size of the database",
    read: ({ database }) => single(database?.databaseBytes),
  },
  {
    name: "fairclick_database_connections",
    help: "Connections to the database by the application that holds them",
    labelNames: ["application"],
    read: ({ database }) =>
      (database?.connections ?? []).map(({ application, count }) => ({
        labels: { application },
        value: count,
      })),
  },
  {
    name: "fairclick_database_max_connections",
    help: "Postgres' max_connections",
    read: ({ database }) => single(database?.maxConnections),
  },
  {
    name: "fairclick_queue_jobs",
    help: "Jobs of a queue by their state",
    labelNames: ["queue", "state"],
    read: ({ queues }) =>
      (queues ?? []).flatMap((queue) =>
        (["waiting", "active", "delayed", "failed"] as const).map((state) => ({
          labels: { queue: queue.name, state },
          value: queue[state],
        })),
      ),
  },
  {
    name: "fairclick_queue_oldest_job_age_seconds",
    help: "How long the oldest job has been due that waits or runs; 0 without any",
    labelNames: ["queue"],
    read: ({ queues }) => perQueue(queues, ({ oldestAt }) => ageInSeconds(oldestAt)),
  },
  {
    name: "fairclick_queue_oldest_failed_job_age_seconds",
    help: "How long ago the oldest of the failed jobs failed; 0 without any",
    labelNames: ["queue"],
    read: ({ queues }) => perQueue(queues, ({ oldestFailedAt }) => ageInSeconds(oldestFailedAt)),
  },
  {
    name: "fairclick_queue_store_used_ratio",
    help: "Share of maxmemory that Redis uses; at 1 it takes no more jobs",
    read: ({ store }) => single(store?.store === "redis" ? store.usedShare : null),
  },
];

function single(value: number | null | undefined): Sample[] {
  return value === null || value === undefined ? [] : [{ labels: {}, value }];
}

function perQueue(queues: QueueFigures[] | null, read: (queue: QueueFigures) => number): Sample[] {
  return (queues ?? []).map((queue) => ({ labels: { queue: queue.name }, value: read(queue) }));
}

function toSeconds(at: Date | null | undefined): number | null {
  return at ? at.getTime() / 1_000 : null;
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000;
}

function ageInSeconds(at: number | null): number {
  return at === null ? 0 : Math.max(0, (Date.now() - at) / 1_000);
}

/** Registers gauges of this machine's disk: spooled clicks and free space. */
export function exportSpool(registry: Registry, dataDir: string): void {
  const spool: Definition<SpoolState>[] = [
    {
      name: "fairclick_spool_files",
      help: "Files of clicks that wait for the queue on this machine's disk",
      read: ({ files }) => single(files),
    },
    {
      name: "fairclick_spool_bytes",
      help: "Size of these files",
      read: ({ bytes }) => single(bytes),
    },
    {
      name: "fairclick_spool_oldest_age_seconds",
      help: "How long the oldest of these files has waited; 0 without any",
      read: ({ since }) => single(ageInSeconds(since?.getTime() ?? null)),
    },
  ];
  const free: Definition<number> = {
    name: "fairclick_data_dir_free_bytes",
    help: "Room that is left on the disk of DATA_DIR",
    read: single,
  };
  addGauges(registry, spool, () => measureSpool(dataDir));
  addGauges(registry, [free], () => readFreeBytes(dataDir));
}

async function readFreeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(await findExistingFolder(dataDir));
  return bavail * bsize;
}

type MetricsRequest = { peerIp: string; headers: Headers };

/**
 * Headers that proxies add: such a request comes from elsewhere, even if its peer is this machine.
 */
const PROXY_HEADERS = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether a request may read `/metrics`: with the token if there is one, otherwise from this
 * machine only.
 */
export function canReadMetrics(token: string | null, { peerIp, headers }: MetricsRequest): boolean {
  if (token !== null) return isSame(headers.get("authorization") ?? "", `Bearer ${token}`);
  return LOOPBACK.test(peerIp) && PROXY_HEADERS.every((name) => !headers.has(name));
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
