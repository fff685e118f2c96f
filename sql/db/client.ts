import postgres from "postgres";
import type { ClickHouse } from "./clickhouse";

type Types = { bigint: bigint };
export type Sql = postgres.Sql<Types>;
export type Tx = postgres.TransactionSql<Types>;
/** What a query runs on: the shared pool or one transaction. */
export type Queryable = Sql | Tx;
export type Fragment = postgres.Fragment;

/**
 * Two pools: plain queries share one, transactions have one of their own and are opened by `withTx`
 * alone (docs/decisions/003-transactions-on-their-own-pool.md).
 */
export type Db = {
  sql: Sql;
  transactions: Sql;
  /** Where old clicks are; null if all are in Postgres. */
  clickhouse?: ClickHouse | null;
  end: () => Promise<void>;
};
export type ListeningDb = Db & Pick<Listener, "listen">;

export type ConnectOptions = {
  max?: number;
  maxTransactions?: number;
  applicationName?: string;
  /** Is closed with the connections. */
  clickhouse?: ClickHouse | null;
};

/** Time limit of a statement; `withTx` can set another one. */
export const STATEMENT_LIMIT_SECONDS = 8;
/**
 * How long beyond the server's limit a connection waits for a response. It is then closed, because
 * the network or the server is gone.
 */
export const SILENCE_MARGIN_SECONDS = 1;
const HEARTBEAT_LIMIT_SECONDS = 5;
const CONNECT_LIMIT_SECONDS = 5;
const MAX_RECONNECT_PAUSE_SECONDS = 1;

/**
 * Settings of each session of the application, as Postgres shows them. A transaction without a live
 * client is ended, which frees its locks. Each statement is planned for its own values: a generic
 * plan covers the partitions of all days and takes half a second to make. JIT compilation takes as
 * long, and an estimate of a query's cost would turn it on.
 */
export const sessionSettings = {
  role: "fairclick_app",
  TimeZone: "UTC",
  plan_cache_mode: "force_custom_plan",
  jit: "off",
  statement_timeout: `${STATEMENT_LIMIT_SECONDS}s`,
  idle_in_transaction_session_timeout: `${STATEMENT_LIMIT_SECONDS}s`,
} as const;

/** Ends server processes after their client vanished without closing; a Unix socket ignores it. */
const keepalive = {
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "30s",
} as const;

/**
 * Opens the pools of the application; they connect on the first query, as the role `fairclick_app`.
 */
export function connect(url: string, options: ConnectOptions = {}): ListeningDb {
  const limitSeconds = STATEMENT_LIMIT_SECONDS + SILENCE_MARGIN_SECONDS;
  return openPools(url, { ...sessionSettings, ...keepalive }, { ...options, limitSeconds });
}

/**
 * Opens pools with the rights of the login, for changes that the application may not make. No time
 * limits.
 */
export function connectAsOwner(ownerUrl: string): Db {
  return openPools(ownerUrl, { TimeZone: "UTC" }, { limitSeconds: null });
}

/**
 * Columns are in camel case in the code and in snake case in Postgres. The keys of a jsonb value stay
 * as they are stored.
 */
export const camelCaseColumns = { column: { from: postgres.toCamel, to: postgres.fromCamel } };

type PoolOptions = ConnectOptions & { limitSeconds: number | null };

function openPools(
  url: string,
  settings: Record<string, string>,
  options: PoolOptions,
): ListeningDb {
  const common = {
    types: { bigint: postgres.BigInt },
    transform: camelCaseColumns,
    connect_timeout: CONNECT_LIMIT_SECONDS,
    keep_alive: 10,
    backoff: (failures: number) => Math.min(failures / 20, MAX_RECONNECT_PAUSE_SECONDS),
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? "fairclick",
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(" "),
    },
  };
  const pools: Sql[] = [];
  // The patch of postgres.js adds the last two (docs/decisions/005-a-patched-postgres-js.md). If one
  // connection is silent, the idle ones may be too, and each would time out in turn.
  const limited = {
    ...common,
    idle_timeout: 60,
    answer_timeout: options.limitSeconds,
    onsilent: () => pools.forEach(dropIdle),
  };
  const heartbeat = { max: 1, fetch_types: false, answer_timeout: HEARTBEAT_LIMIT_SECONDS };
  const sql = postgres(url, { ...limited, max: options.max ?? 10 });
  const transactions = postgres(url, { ...limited, max: options.maxTransactions ?? 10 });
  pools.push(sql, transactions);
  const listener = openListener((events) => postgres(url, { ...common, ...heartbeat, ...events }));
  const { clickhouse = null } = options;
  return {
    sql,
    transactions,
    clickhouse,
    listen: listener.listen,
    end: async () => {
      await listener.stop();
      await Promise.all([
        sql.end({ timeout: 5 }),
        transactions.end({ timeout: 5 }),
        clickhouse?.close(),
      ]);
    },
  };
}

function dropIdle(pool: Sql): void {
  if ("dropIdle" in pool && typeof pool.dropIdle === "function") pool.dropIdle();
}

/**
 * Returns values as the text of a Postgres array. For thousands of values the driver's own encoding
 * costs several times as much. Cast the parameter: `${arrayLiteral(ids)}::uuid[]`.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  // JSON writes an array the same way, except where it needs a backslash or has no such number.
  const json = values.every(isJson) ? JSON.stringify(values) : "\\";
  return json.includes("\\") ? `{${values.map(element).join(",")}}` : `{${json.slice(1, -1)}}`;
}

function isJson(value: string | number | null): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

function element(value: string | number | null): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Returns the row of a query that always has one, such as a sum without `group by` or an insert
 * with `returning`. Throws if it is missing; `what` names it in the error: "the user's balances".
 */
export function requireRow<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Error(`Postgres returned no row for ${what}`);
  return row;
}

/**
 * Columns to select so that Postgres prefers indexes for the rest of the transaction. Otherwise,
 * while tables are empty or not yet analysed, it scans all clicks to find a few, or reads all rows
 * of a key before a `limit`.
 */
export function planByIndex(tx: Tx) {
  return tx`set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/**
 * A column to select so that Postgres does not sort incrementally for the rest of the transaction. Else it
 * finds the newest clicks of many links among all clicks, one partition after the other. Lists of one
 * link's or campaign's clicks need that sort.
 */
export function sortWhole(tx: Tx) {
  return tx`set_config('enable_incremental_sort', 'off', true)`;
}

/** Part of a list: at most `limit` rows after `cursor`; null begins at the start. */
export type PageRequest<Cursor = string> = { limit: number; cursor: Cursor | null };

const HEARTBEAT_MS = 5_000;
const RETRY_MS = 1_000;

type Listener = {
  /**
   * Calls `onPayload` for each notification of the channel, and `onListening` each time that a new
   * connection listens: earlier notifications may be lost. Retries forever.
   */
  listen: (channel: string, events: ChannelEvents) => void;
  stop: () => Promise<void>;
};

export type ChannelEvents = {
  onPayload: (payload: string) => void;
  onListening: () => void;
  /** Called once when the channel's connection is lost. */
  onError?: (error: unknown) => void;
};

type Open = (events: {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}) => Sql;

/** `session` identifies the connection that has executed LISTEN: the server process and its key. */
type Channel = ChannelEvents & { name: string; session: string | null };

/**
 * One connection listens to all channels. LISTEN is repeated every few seconds: it changes nothing
 * while it is in force, and a connection that does not answer it is replaced.
 */
function openListener(open: Open): Listener {
  const channels: Channel[] = [];
  let sql: Sql | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beating: Promise<void> | null = null;
  let failing = false;
  let stopped = false;

  const beat = (): void => {
    if (stopped || beating) return;
    clearTimeout(timer);
    beating = listenAgain().then((pauseMs) => {
      beating = null;
      if (!stopped) timer = setTimeout(beat, pauseMs);
    });
  };

  const listenAgain = async (): Promise<number> => {
    sql ??= open({
      onnotify: (name, payload) => {
        for (const channel of channels) if (channel.name === name) channel.onPayload(payload);
      },
      onclose: beat,
    });
    for (const channel of channels) {
      try {
        const { state } = await sql`listen ${sql(channel.name)}`;
        const session = `${state.pid} ${state.secret}`;
        if (channel.session !== session) channel.onListening();
        channel.session = session;
        failing = false;
      } catch (error) {
        if (!failing) channel.onError?.(error);
        failing = true;
        return RETRY_MS;
      }
    }
    return HEARTBEAT_MS;
  };

  return {
    listen: (name, events) => {
      channels.push({ ...events, name, session: null });
      // A running heartbeat may be past this channel already.
      if (beating) void beating.then(beat);
      else beat();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await sql?.end({ timeout: 0 });
      await beating;
    },
  };
}

/** Returns the secret with this name. Stores and returns `proposed` if there is none. */
export async function getOrCreateSecret(
  db: Queryable,
  name: string,
  proposed: Uint8Array,
): Promise<Uint8Array> {
  const inserted = await db`
    /* secrets.getOrCreateSecret */
    insert into secrets (name, value) values (${name}, ${proposed}) on conflict (name) do nothing`;
  if (inserted.count === 1) return proposed;
  const [row] = await db<{ value: Uint8Array }[]>`
    /* secrets.getSecret */
    select value from secrets where name = ${name}`;
  if (!row) throw new Error(`The secret ${name} was deleted`);
  return row.value;
}

/**
 * Returns the time of Postgres' clock. All processes compare stored times with it, so that their
 * own clocks need not agree.
 */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`
    /* databaseClock.readDatabaseTime */ select clock_timestamp() as now`;
  return requireRow(row, "the current time").now;
}

export type ClockDifference = {
  /** How far this machine's clock is from Postgres'; negative if it is behind. */
  aheadMs: number;
  /** The part of the difference that the round trip to Postgres cannot explain. */
  surelyApartMs: number;
};

export async function measureClockDifference(db: Queryable): Promise<ClockDifference> {
  const before = Date.now();
  const there = await readDatabaseTime(db);
  const after = Date.now();
  const aheadMs = (before + after) / 2 - there.getTime();
  return { aheadMs, surelyApartMs: Math.max(0, Math.abs(aheadMs) - (after - before) / 2) };
}
