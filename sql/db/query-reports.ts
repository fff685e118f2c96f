import { AppError } from "@fairclick/core/errors";
import { connect, type Queryable, type Tx } from "./client";
import { countColumnCopies } from "./count-column-copies";
import { REPORT_PREFIX, RefusedReport, toRefusedReport } from "./refused-report";
import { withTx } from "./tx";

export type ReportColumn = { name: string; type: string };

export type Report = {
  columns: ReportColumn[];
  /** Values as Postgres writes them. */
  rows: (string | null)[][];
  /** The limit that left rows out; null if there are no more rows. */
  cutBy: "rows" | "bytes" | null;
};

export type ReportLimits = { rows: number; bytes: number; timeoutMs: number };

/** Name of the sessions of queries. */
export const REPORTS_APPLICATION = "fairclick-sql";
/** Max sessions for queries in the database. */
const MAX_SESSIONS = 4;
const RETRY_SECONDS = 60;

/**
 * Runs one `select` of an operator as the role `fairclick_reader`, on a connection of its own that is
 * closed afterwards, so that no lock or setting of the session remains.
 *
 * The query becomes a temporary view before it runs. Postgres accepts nothing but one reading
 * statement there, and stores it as a tree, in which all tables and functions can be looked up
 * (docs/decisions/244). Throws `RefusedReport` if the query is at fault, and `rate_limited` while too
 * many sessions are open.
 */
export async function queryReports(
  url: string,
  query: string,
  limits: ReportLimits,
): Promise<Report> {
  const options = { max: 1, maxTransactions: 1, applicationName: REPORTS_APPLICATION };
  const db = connect(url, options);
  const startedAt = performance.now();
  try {
    return await withTx(db, (tx) => readReport(tx, query, limits), {
      statementTimeoutMs: limits.timeoutMs,
    });
  } catch (error) {
    const elapsedMs = performance.now() - startedAt;
    throw toRefusedReport(error, { timeoutMs: limits.timeoutMs, elapsedMs });
  } finally {
    await db.end();
  }
}

/** Accepts one statement only. postgres.js has the option `simple`; its types do not. */
const extendedProtocol = { prepare: false, simple: false };

async function readReport(tx: Tx, query: string, limits: ReportLimits): Promise<Report> {
  await refuseManySessions(tx);
  await tx`set local role fairclick_reader`;
  await tx`set local search_path = reports`;
  await tx`set local work_mem = '16MB'`;
  await tx`set local max_parallel_workers_per_gather = 0`;
  await tx`set local lock_timeout = '2s'`;
  await tx.unsafe(REPORT_PREFIX + query, [], extendedProtocol);
  await refuseLargePlans(tx);
  await refuseForeignRelations(tx);
  await refuseUnsafeFunctions(tx);
  await tx`set transaction read only`;
  return readRows(tx, limits);
}

/**
 * Some functions cannot be interrupted, such as `position` in a long text: after the timeout, such a session
 * has no client, and goes on until Postgres restarts.
 */
async function refuseManySessions(tx: Tx): Promise<void> {
  const [open] = await tx<{ others: number }[]>`
    /* queryReports.sessions */
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = ${REPORTS_APPLICATION}
      and pid <> pg_backend_pid()`;
  if (open && open.others < MAX_SESSIONS) return;
  throw new AppError(
    "rate_limited",
    `${MAX_SESSIONS} queries are running, perhaps some that cannot be stopped: please try again`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/** The oids in the tree of the query, by the names of their fields. */
const oidsOf = (tx: Tx, fields: string) => tx`
  select found[1]::oid as oid
  from pg_rewrite r
  cross join lateral regexp_matches(r.ev_action::text, ${`:(?:${fields}) (\\d+)`}, 'g') found
  where r.ev_class = 'pg_temp.report'::regclass`;

const MAX_TABLES = 20;
const MAX_TREE_CHARACTERS = 5_000_000;
/** Planning as many takes a few seconds. */
const MAX_COLUMN_COPIES = 1_000_000;

/**
 * Planning takes memory per table, partition and reference to a column, before any limit of the execution
 * counts. Nested `not materialized` queries double the tables each time.
 */
async function refuseLargePlans(tx: Tx): Promise<void> {
  const [found] = await tx<{ tables: number; copies: boolean; tree: string | null }[]>`
    /* queryReports.size */
    select regexp_count(action, ':rtekind 0 ') as tables, action ~ ':ctematerialized 2 ' as copies,
      case when length(action) <= ${MAX_TREE_CHARACTERS} then action end as tree
    from (
      select ev_action::text as action from pg_rewrite where ev_class = 'pg_temp.report'::regclass
    ) stored`;
  if (!found) throw new Error("The query was not stored");
  if (found.copies) throw new RefusedReport("A query cannot use not materialized");
  if (found.tables > MAX_TABLES) {
    throw new RefusedReport(`A query reads at most ${MAX_TABLES} tables`);
  }
  if (found.tree === null || countColumnCopies(found.tree) > MAX_COLUMN_COPIES) {
    throw new RefusedReport(
      "Nested queries repeat columns too often: write the inner ones as `with … as materialized`",
    );
  }
}

async function refuseForeignRelations(tx: Tx): Promise<void> {
  const [foreign] = await tx<{ name: string }[]>`
    /* queryReports.foreignRelations */
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid in (${oidsOf(tx, "relid")})
      and n.nspname <> 'reports' and c.oid <> 'pg_temp.report'::regclass
    order by 1 limit 1`;
  if (foreign)
    throw new RefusedReport(
      `${foreign.name} is not one of the views that \`fairclick sql --tables\` lists`,
    );
}

/** Harmless, though each call returns another value. */
const SAFE_VOLATILE = ["random", "clock_timestamp", "timeofday", "gen_random_uuid"];

/**
 * Refuses functions that Postgres calls volatile, such as those that lock, sleep, change settings,
 * read files or run text as SQL, and all that are not Postgres's own.
 */
async function refuseUnsafeFunctions(tx: Tx): Promise<void> {
  const fields = "funcid|opfuncid|aggfnoid|winfnoid|tsmhandler";
  const [unsafe] = await tx<{ name: string }[]>`
    /* queryReports.unsafeFunctions */
    select p.oid::regproc::text as name
    from pg_proc p
    where (p.oid in (${oidsOf(tx, fields)})
        or p.oid in (select oprcode from pg_operator where oid in (${oidsOf(tx, "opno")})))
      and (p.pronamespace <> 'pg_catalog'::regnamespace
        or (p.provolatile = 'v' and p.proname <> all (${SAFE_VOLATILE})))
    order by 1 limit 1`;
  if (unsafe) {
    const why = "only functions of Postgres without side effects are allowed";
    throw new RefusedReport(`The function ${unsafe.name} is refused: ${why}`);
  }
}

async function readRows(tx: Tx, limits: ReportLimits): Promise<Report> {
  const columns = await tx<(ReportColumn & { quoted: string })[]>`
    /* queryReports.columns */
    select attname as name, format_type(atttypid, atttypmod) as type, quote_ident(attname) as quoted
    from pg_attribute
    where attrelid = 'pg_temp.report'::regclass and attnum > 0
    order by attnum`;
  const values = columns.map(({ quoted }) => `r.${quoted}::text`).join(", ");
  // Bounded on the server: a row that is too large never reaches this process.
  const found = await tx.unsafe<{ line: string | null }[]>(
    `select case when sum(octet_length(line)) over (rows unbounded preceding) <= $1 then line end as line
    from (
      select array_to_json(array[${values}]::text[])::text as line from pg_temp.report r limit $2
    ) lines`,
    [limits.bytes, limits.rows + 1],
  );
  const rows: (string | null)[][] = [];
  for (const { line } of found.slice(0, limits.rows)) {
    if (line === null) break;
    rows.push(JSON.parse(line));
  }
  const all = Math.min(found.length, limits.rows);
  const cutBy = rows.length < all ? "bytes" : found.length > limits.rows ? "rows" : null;
  return { columns: columns.map(({ name, type }) => ({ name, type })), rows, cutBy };
}

export type ReportView = {
  name: string;
  about: string | null;
  columns: (ReportColumn & { about: string | null })[];
};

/** Lists the views that `queryReports` can read, by name, with their comments. */
export async function listReportViews(db: Queryable): Promise<ReportView[]> {
  return db<ReportView[]>`
    /* queryReports.views */
    select c.relname as name, obj_description(c.oid, 'pg_class') as about,
      json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'about', col_description(c.oid, a.attnum)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'reports'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind = 'v'
    group by c.oid, c.relname
    order by c.relname`;
}
