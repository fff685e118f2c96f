import { EventEmitter } from "node:events";
import { recordClicks } from "@fairclick/core/jobs";
import { migrate } from "@fairclick/sql/db/migrate";
import { createPostgresBackend, type PgPool, runMigrations, withBackend } from "bullmq";
import pg from "pg";
import { shareReading } from "../context";
import { STORE_TIMEOUT_MS } from "../redis";
import { clickJobOptions } from "./jobs";
import {
  BackingOffWorker,
  type ClickJob,
  type FinishedCounts,
  KEPT_EVENTS,
  lastMinute,
  type QueueFigures,
  type QueueStore,
  type RunTogether,
  type StoreHealth,
  TAKEN_TOGETHER,
  type WaitingJob,
} from "./queue-store";

/** One of them listens for all consumers. */
const CONNECTIONS = 10;
/** BullMQ's statements take milliseconds. The client waits slightly longer than the server works. */
const STATEMENT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 6_000;
/** Longer than between two runs of the jobs of a minute: opening a connection costs more than they do. */
const IDLE_MS = 5 * 60_000;
const HEARTBEAT_MS = 5_000;
/** A notification ends the wait, and the heartbeat shows that it would. */
const LONGEST_WAIT_SECONDS = 600;

const { Queue } = withBackend(createPostgresBackend);

const serverLimits = [
  `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  `-c idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
].join(" ");

type Options = { onError: (error: Error) => void };

export function openPostgresStore(databaseUrl: string, options: Options): QueueStore {
  const pool = new pg.Pool({
    Client: QueueClient,
    connectionString: databaseUrl,
    max: CONNECTIONS,
    options: `-c search_path=bullmq -c role=fairclick_app -c timezone=UTC ${serverLimits}`,
    application_name: "fairclick queue",
    connectionTimeoutMillis: STORE_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const listener = shareListener(pool);
  dropIdleWithSilent(pool);
  pool.on("error", options.onError);
  // Every producer and consumer adds an error listener to the shared pool.
  pool.setMaxListeners(0);
  return {
    parts: (name) => [name],
    assertReachable: async () => {
      await pool.query("select 1");
    },
    readTime: async () => {
      const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
      return rows[0]?.now.getTime() ?? 0;
    },
    openProducer: (name) => {
      const queue = new Queue<unknown, void, string>(name, {
        connection: asBullmqPool(pool),
        streams: KEPT_EVENTS,
      });
      queue.on("error", options.onError);
      return queue;
    },
    openConsumer: (name, process, consumerOptions) => {
      const lead = listener.lead(() => {
        if (!consumer.closing) consumer.onFetched();
      });
      const consumer = new BackingOffWorker(
        name,
        process,
        { ...consumerOptions, drainDelay: LONGEST_WAIT_SECONDS, connection: asBullmqPool(lead) },
        createPostgresBackend,
      );
      return consumer;
    },
    runWaiting: ({ name }, run) => runWaiting(pool, name, run),
    listUnfinishedIds: (name, limit) => listUnfinishedIds(pool, name, limit),
    readFigures: (names, nowMs) => readPostgresFigures(pool, names, nowMs),
    // A restore of the database restores the queue as well, so kept jobs would be useless.
    keepRecorded: { count: 0 },
    addClicks: (name, job) => addClicks(pool, name, job),
    readUsedShare: async () => null,
    readHealth: async () => {
      await pool.query("select 1 from job limit 1");
      return readHealth(pool);
    },
    noteTrimmed: async () => {},
    close: async () => {
      listener.stop();
      await pool.end();
    },
  };
}

/**
 * Lets all consumers listen on one connection. Each job of any queue wakes every connection that
 * listens: with one a consumer, this cost more than the jobs. A regular query shows whether the
 * connection is alive, and with it each consumer that waits. If it fails, every consumer gets an error,
 * and listens again.
 */
function shareListener(pool: pg.Pool) {
  const ears = new Map<EventEmitter, () => void>();
  const listRunning = shareReading(() => listRunningQueues(pool), HEARTBEAT_MS / 2);
  let opening: Promise<{ end: (error: Error) => void }> | null = null;
  const open = async () => {
    const client = await pool.connect();
    const beat = async () => {
      await client.query("select 1");
      for (const [ear, onAlive] of ears) if (ear.listenerCount("notification") > 0) onAlive();
    };
    const beating = setInterval(() => beat().catch(end), HEARTBEAT_MS);
    let isOver = false;
    const end = (error: Error) => {
      if (isOver) return;
      isOver = true;
      opening = null;
      clearInterval(beating);
      client.release(error);
      const lost = [...ears.keys()];
      ears.clear();
      for (const ear of lost) ear.emit("error", error);
    };
    client.on("error", end);
    client.on("notification", (message) => {
      for (const ear of ears.keys()) ear.emit("notification", message);
    });
    try {
      await client.query("listen bullmq_jobs");
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return { end };
  };
  const connect = async (onAlive: () => void) => {
    opening ??= open();
    const current = opening;
    current.catch(() => {
      if (opening === current) opening = null;
    });
    await current;
    const ear = Object.assign(new EventEmitter(), {
      /** That it is to listen, and how it is called, concerns the shared connection. */
      query: (text: string, values: unknown[]) =>
        /^(LISTEN|SELECT set_config)/m.test(text) ? { rows: [] } : pool.query(text, values),
      release: () => void ears.delete(ear),
    });
    ear.on("error", () => {});
    ears.set(ear, onAlive);
    return ear;
  };
  return {
    /** Returns the pool as a consumer sees it, which learns by `onAlive` that its wait works. */
    lead: (onAlive: () => void) => ({
      query: async (text: string, values: unknown[] = []) => {
        const isSpared =
          FIND_STALLED.test(text) && !(await listRunning()).includes(String(values[0]));
        return isSpared ? { rows: [] } : pool.query(text, values);
      },
      connect: () => connect(onAlive),
      end: async () => {},
      on: pool.on.bind(pool),
      options: {},
    }),
    stop: () => {
      opening?.then(
        ({ end }) => end(new Error("The queue is closed")),
        () => {},
      );
    },
  };
}

/** How BullMQ searches a queue for jobs of workers that died. One that runs no job is spared it. */
const FIND_STALLED = /\bmove_stalled_jobs_to_wait\b/;

async function listRunningQueues(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ queue: string }>(
    "/* queue.listRunning */ select distinct queue from job where state = 'active'",
  );
  return rows.map(({ queue }) => queue);
}

/** If one connection is silent, the idle ones may be too, and each would time out in turn: drop them. */
function dropIdleWithSilent(pool: pg.Pool): void {
  pool.on("release", (error) => {
    if (error?.message !== "Query read timeout") return;
    for (let idle = pool.idleCount; idle > 0; idle -= 1) {
      pool.connect().then(
        (client) => client.release(true),
        () => {},
      );
    }
  });
}

/**
 * Reports every failed connection as refused: BullMQ backs off only after ECONNREFUSED and would
 * retry any other error at once, without end while a server starts or shuts down.
 */
class QueueClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (!callback) {
      return super.connect().catch((error: Error) => {
        throw asRefused(error);
      });
    }
    super.connect((error: Error) => callback(error && asRefused(error)));
    return undefined;
  }
}

function asRefused(error: Error): Error {
  return Object.assign(new Error(error.message, { cause: error }), { code: "ECONNREFUSED" });
}

/** BullMQ declares the part of pg's pool that it uses; the declarations differ in details only. */
function asBullmqPool(pool: Pick<pg.Pool, "end"> & { query: unknown }): PgPool {
  return pool as unknown as PgPool;
}

/**
 * Stores a job as BullMQ does, without its events, which nobody reads: two rows a job, and most of the
 * cost.
 */
async function addClicks(pool: pg.Pool, name: string, { id, batch, first }: ClickJob) {
  const options = { ...clickJobOptions, jobId: id, ...(first ? { lifo: true } : {}) };
  await pool.query({
    name: "queue.addClicks",
    text: `/* queue.addClicks */
      with added as (
        insert into job (queue, id, seq, name, state, data, opts, max_attempts, added_at_ms)
        values ($1, $2, $3::int * nextval('job_seq'), $4, 'waiting', $5, $6, $7, $8)
        on conflict (queue, id) do nothing returning queue
      )
      select pg_notify('bullmq_jobs', queue) from added`,
    values: [
      ...[name, id, first ? -1 : 1, recordClicks.name],
      ...[JSON.stringify(batch), JSON.stringify(options), recordClicks.attempts, Date.now()],
    ],
  });
}

/** Postgres ends a transaction that is idle for longer than `STATEMENT_TIMEOUT_MS`. */
const SIGN_OF_LIFE_MS = 2_000;

/**
 * Jobs stay waiting, locked by this transaction: no other worker takes them, they hold settlement back,
 * and they are free again when this process or its connection dies.
 */
async function runWaiting(
  pool: pg.Pool,
  name: string,
  run: (job: WaitingJob) => Promise<void>,
): Promise<RunTogether> {
  const client = await pool.connect();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
  };
  client.on("error", fail);
  try {
    await client.query("begin");
    const { rows: jobs } = await client.query<WaitingJob>(
      `/* queue.takeWaiting */
      select id, data, added_at_ms::float8 as timestamp, attempts_made as "attemptsMade"
      from job where queue = $1 and state = 'waiting'
      order by priority, seq for update skip locked limit $2`,
      [name, TAKEN_TOGETHER],
    );
    let beat: Promise<unknown> = Promise.resolve();
    const beating = setInterval(() => {
      beat = client.query("select 1").catch(fail);
    }, SIGN_OF_LIFE_MS);
    const results = await Promise.allSettled(jobs.map(run));
    clearInterval(beating);
    await beat;
    const done = jobs.filter((_, place) => results[place]?.status === "fulfilled");
    if (done.length > 0) {
      await client.query(
        `/* queue.removeDone */
        with counted as (
          update metrics set count = count + $3 where queue = $1 and kind = 'completed'
        )
        delete from job where queue = $1 and id = any ($2)`,
        [name, done.map(({ id }) => id), done.length],
      );
    }
    await client.query("commit");
    return { mayBeMore: jobs.length === TAKEN_TOGETHER && done.length === jobs.length };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.off("error", fail);
    client.release(failure);
  }
}

async function listUnfinishedIds(pool: pg.Pool, name: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `/* queue.listUnfinishedIds */
    (select id from job where queue = $1 and state = 'waiting' order by priority, seq limit $2)
    union all
    select id from job where queue = $1 and state in ('active', 'delayed')
    union all
    select id from job where queue = $1 and state = 'failed'`,
    [name, limit],
  );
  return rows.map((row) => row.id);
}

async function readHealth(pool: pg.Pool): Promise<StoreHealth> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')",
  );
  const isOff = (name: string) => rows.some((row) => row.name === name && row.setting === "off");
  return {
    store: "postgres",
    fsync: !isOff("fsync"),
    synchronousCommit: !isOff("synchronous_commit"),
  };
}

type Row = Pick<QueueFigures, "name" | "waiting" | "active" | "delayed" | "failed"> & {
  oldestAt: string | null;
  oldestFailedAt: string | null;
  done: FinishedCounts | null;
};

/**
 * Reads the queue tables directly: BullMQ returns waiting jobs newest first, and its `getMetrics`
 * returns zeros on Postgres.
 */
async function readPostgresFigures(
  pool: pg.Pool,
  names: string[],
  nowMs: number,
): Promise<QueueFigures[]> {
  const { rows } = await pool.query<Row>(
    `/* queue.readPostgresFigures */
    select q.name, coalesce(j.waiting, 0)::int as waiting, coalesce(j.active, 0)::int as active,
      coalesce(j.delayed, 0)::int as delayed, coalesce(j.failed, 0)::int as failed,
      j.oldest_at as "oldestAt", j.oldest_failed_at as "oldestFailedAt",
      (select json_build_object('count', count, 'prevTs', prev_ts, 'prevCount', prev_count,
          'lastPoint', coalesce(data[1], 0))
        from metrics m where m.queue = q.name and kind = 'completed' and prev_ts is not null) as done
    from unnest($1::text[]) with ordinality as q (name, place)
    left join (
      select queue, count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'delayed') as delayed,
        count(*) filter (where state = 'failed') as failed,
        min(added_at_ms + coalesce((opts->>'delay')::bigint, 0))
          filter (where state in ('waiting', 'active')) as oldest_at,
        min(finished_at_ms) filter (where state = 'failed') as oldest_failed_at
      from job where queue = any ($1) and state <> 'completed' group by queue
    ) j on j.queue = q.name
    order by q.place`,
    [names],
  );
  return rows.map(({ done, oldestAt, oldestFailedAt, ...row }) => ({
    ...row,
    donePerMinute: lastMinute(done, nowMs),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
    oldestFailedAt: oldestFailedAt === null ? null : Number(oldestFailedAt),
  }));
}

/** Applies our migrations and the queue's. Returns the names of those that were new. */
export async function migrateAll(ownerUrl: string): Promise<string[]> {
  const applied = await migrate(ownerUrl);
  await migrateQueue(ownerUrl);
  return applied;
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client);
    await client.query(`
      grant usage on schema bullmq to fairclick_app;
      grant select, insert, update, delete on all tables in schema bullmq to fairclick_app;
      grant usage, select on all sequences in schema bullmq to fairclick_app;
      grant execute on all functions in schema bullmq to fairclick_app`);
  } finally {
    await client.end();
  }
}
