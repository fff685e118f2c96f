import postgres from "postgres";

type Types = { bigint: bigint };
export type Sql = postgres.Sql<Types>;
export type Tx = postgres.TransactionSql<Types>;
/** What a query runs on: the shared pool or one transaction. */
export type Queryable = Sql | Tx;

/**
 * Two pools: plain queries share one, transactions have one of their own and are opened by
 * `withTx` alone (docs/decisions/003-transactions-on-their-own-pool.md).
 */
export type Db = { sql: Sql; transactions: Sql; end: () => Promise<void> };

export type ConnectOptions = { max?: number; maxTransactions?: number; applicationName?: string };

/**
 * Each statement is planned for its own values: a plan for all values covers all days there are
 * clicks of, and takes half a second to make. Nothing is compiled, which takes as long and is decided
 * by what Postgres guesses a query to cost.
 */
const PLANNING = "-c plan_cache_mode=force_custom_plan -c jit=off";

/** Opens no connection until the first query. Everything runs as the role `fairclick_app`. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  return openPools(url, `-c role=fairclick_app -c timezone=UTC ${PLANNING}`, options);
}

/** With the rights of the login itself: for what the application must not be able to do. */
export function connectAsOwner(ownerUrl: string): Db {
  return openPools(ownerUrl, "-c timezone=UTC", {});
}

function openPools(url: string, settings: string, options: ConnectOptions): Db {
  const pool = (max: number) =>
    postgres(url, {
      max,
      types: { bigint: postgres.BigInt },
      connect_timeout: 10,
      idle_timeout: 60,
      onnotice: () => {},
      connection: {
        application_name: options.applicationName ?? "fairclick",
        options: settings,
      },
    });
  const sql = pool(options.max ?? 10);
  const transactions = pool(options.maxTransactions ?? 10);
  return {
    sql,
    transactions,
    end: async () => {
      await Promise.all([sql.end({ timeout: 5 }), transactions.end({ timeout: 5 })]);
    },
  };
}
