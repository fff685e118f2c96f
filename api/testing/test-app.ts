import { operatorScopes } from "@fairclick/core/operations/operators";
import { openAttemptLimits } from "@fairclick/services/accounts/limits";
import { openImageTasks } from "@fairclick/services/campaigns/cover-images";
import { openCoverStore } from "@fairclick/services/campaigns/covers";
import { openLiveClicks } from "@fairclick/services/campaigns/live-clicks";
import { type Config, readConfig } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import { openExportPlaces } from "@fairclick/services/files";
import { openPlaces } from "@fairclick/services/ip/ip-data";
import { openLiveNotices } from "@fairclick/services/notices/notices";
import { type AddedOperator, addOperator } from "@fairclick/services/operations/operators";
import { createVitalsReader } from "@fairclick/services/operations/vitals";
import { SendProblem } from "@fairclick/services/outgoing";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { openQueueOperations } from "@fairclick/services/queue/operate-queues";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll } from "vitest";
import { createApp } from "../app";
import type { ApiDeps } from "../app-env";

export type Call = {
  token?: string | null;
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** The peer's IP address. */
  ip?: string;
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
};

export type TestApp = {
  app: ReturnType<typeof createApp>;
  deps: ApiDeps;
  db: Db;
  owner: Sql;
  call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** The application's `now`; the database keeps its own time. */
  clock: { at: Date };
  /** Acts as the database's owner: only the owner can add operators. */
  asOwner: Pick<Ctx, "db" | "now">;
  /** Adds an operator, or another token of one; with all scopes by default. */
  addOperator: (name: string, scopes?: readonly string[]) => Promise<AddedOperator>;
};

type Options = {
  config?: Partial<Config>;
  deps?: (config: Config) => Partial<ApiDeps>;
};

/** Creates the real application on its own database, without a port. Call it at the top of a test file. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { db, url, owner } = await createTestDatabase();
  const settings = { DATABASE_URL: url, WEB_DIST: "/nowhere" };
  const config: Config = { ...readConfig(settings), ...options.config };
  const log = pino({ level: "silent" });
  const queue = openQueue(config, { log, runsJobs: false });
  const queues = openQueueOperations(config, log);
  const limits = openAttemptLimits(config, log);
  const liveClicks = openLiveClicks({ db, log });
  const liveNotices = openLiveNotices({ db, log });
  const places = openPlaces(db, log);
  const clock = { at: new Date() };
  const deps: ApiDeps = {
    config,
    db,
    log,
    queue,
    queues,
    limits,
    liveClicks,
    liveNotices,
    takeExportPlace: openExportPlaces(),
    pictures: { store: openCoverStore(config), tasks: openImageTasks() },
    fetchPage: async () => {
      throw new SendProblem("This test has no pages");
    },
    fetchImage: async () => {
      throw new SendProblem("This test has no pictures");
    },
    places,
    metrics: new Registry(),
    readVitals: createVitalsReader({ db, queue }, 0),
    countCachedLinks: () => 0,
    now: () => clock.at,
    stripe: null,
    ...options.deps?.(config),
  };
  const app = createApp(deps);
  afterAll(async () => {
    liveClicks.close();
    liveNotices.close();
    await Promise.all([queue.close(), queues.close(), limits.close()]);
  });
  const call = async (method: string, path: string, given: Call = {}) => {
    const response = await app.request(path, init(method, given), {
      peerIp: given.ip ?? "127.0.0.1",
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  const asOwner = {
    db: { sql: owner, transactions: owner, end: async () => {} },
    now: () => clock.at,
  };
  return {
    ...{ app, deps, db, owner, call, clock, asOwner },
    addOperator: (name, scopes = Object.keys(operatorScopes)) =>
      addOperator(asOwner, { name, scopes }),
  };
}

function init(method: string, { token, json, body, headers }: Call): RequestInit {
  const content = json === undefined ? body : JSON.stringify(json);
  return {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
