import { createPostgresBackend, type PgPool, withBackend } from "bullmq";
import pg from "pg";
import {
  BackingOffWorker,
  type FinishedCounts,
  KEPT_EVENTS,
  lastMinute,
  type QueueFigures,
  type QueueStore,
  STORE_TIMEOUT_MS,
  type StoreHealth,
} from "./queue-store";

/** Each consumer keeps one connection of the pool for LISTEN; the rest are shared. */
const SHARED_CONNECTIONS = 8;
/** BullMQ's statements take milliseconds. The client waits slightly longer than the server works. */
const STATEMENT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 5_000;

const { Queue } = withBackend(createPostgresBackend);

const serverLimits = [
  `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  `-c idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
].join(" ");

type Options = { consumers: number; onError: (error: Error) => void };

export function openPostgresStore(databaseUrl: string, options: Options): QueueStore {
  const pool = new pg.Pool({
    Client: QueueClient,
    connectionString: databaseUrl,
    max: options.consumers + SHARED_CONNECTIONS,
    options: `-c search_path=bullmq -c role=fairclick_app -c timezone=UTC ${serverLimits}`,
    application_name: "fairclick queue",
    connectionTimeoutMillis: STORE_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  keepListening(pool);
  dropIdleWithSilent(pool);
  pool.on("error", options.onError);
  // Every producer and consumer adds an error listener to the shared pool.
  pool.setMaxListeners(0);
  return {
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
    openConsumer: (name, process, consumerOptions) =>
      new BackingOffWorker(
        name,
        process,
        { ...consumerOptions, connection: asBullmqPool(pool) },
        createPostgresBackend,
      ),
    listUnfinishedIds: (name, limit) => listUnfinishedIds(pool, name, limit),
    readFigures: (names, nowMs) => readPostgresFigures(pool, names, nowMs),
    // A restore of the database restores the queue as well, so kept jobs would be useless.
    keepRecorded: { count: 0 },
    readHealth: async () => {
      await pool.query("select 1 from job limit 1");
      return readHealth(pool);
    },
    noteTrimmed: async () => {},
    close: () => pool.end(),
  };
}

/**
 * BullMQ keeps its LISTEN connections checked out and sends nothing on them. A regular query shows
 * whether each is alive: BullMQ replaces one that reports an error and listens again.
 */
function keepListening(pool: pg.Pool): void {
  const heartbeats = new Map<pg.PoolClient, ReturnType<typeof setInterval>>();
  pool.on("acquire", (client: pg.PoolClient) => {
    const beat = () => client.query("select 1").catch((error) => client.emit("error", error));
    heartbeats.set(client, setInterval(beat, HEARTBEAT_MS));
  });
  pool.on("release", (_error, client) => {
    clearInterval(heartbeats.get(client));
    heartbeats.delete(client);
  });
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
function asBullmqPool(pool: pg.Pool): PgPool {
  return pool as unknown as PgPool;
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
  gaveUp: FinishedCounts | null;
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
        from metrics m where m.queue = q.name and kind = 'completed' and prev_ts is not null) as done,
      (select json_build_object('count', count, 'prevTs', prev_ts, 'prevCount', prev_count,
          'lastPoint', coalesce(data[1], 0))
        from metrics m where m.queue = q.name and kind = 'failed' and prev_ts is not null) as "gaveUp"
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
  return rows.map(({ done, gaveUp, oldestAt, oldestFailedAt, ...row }) => ({
    ...row,
    donePerMinute: lastMinute(done, nowMs),
    failedPerMinute: lastMinute(gaveUp, nowMs),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
    oldestFailedAt: oldestFailedAt === null ? null : Number(oldestFailedAt),
  }));
}
