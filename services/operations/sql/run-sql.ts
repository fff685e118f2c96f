import { AppError } from "@fairclick/core/errors";
import { queryReports, type Report, type ReportLimits } from "@fairclick/sql/db/query-reports";
import { RefusedReport } from "@fairclick/sql/db/refused-report";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../write-audit";

const MAX_BYTES = 8_000_000;
const TIMEOUT_MS = 10_000;
/** Queries of a process at once: each has a connection of its own. */
const MAX_AT_ONCE = 2;
const RETRY_SECONDS = 10;

export type SqlReader = (query: string, limits: { rows: number }) => Promise<Report>;

/** Returns a reader for `runSql`, which runs at most two queries at once. */
export function createSqlReader(
  databaseUrl: string,
  limits: Partial<Pick<ReportLimits, "bytes" | "timeoutMs">> = {},
): SqlReader {
  let running = 0;
  return async (query, { rows }) => {
    if (running >= MAX_AT_ONCE) {
      const details = { retryAfterSeconds: RETRY_SECONDS };
      throw new AppError("rate_limited", "Two queries are running: please try again", details);
    }
    running += 1;
    try {
      const all = { bytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, ...limits, rows };
      return await queryReports(databaseUrl, query, all);
    } finally {
      running -= 1;
    }
  };
}

/**
 * Runs an operator's query. Writes its text to the audit log before it runs, because it may end Postgres,
 * and its outcome afterwards, because an error can contain values. Throws `validation` if Postgres or the
 * limits refuse the query.
 */
export async function runSql(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
  read: SqlReader,
): Promise<Report> {
  requireOperator(ctx);
  const started = ctx.now().getTime();
  const subject = `sql:${Bun.randomUUIDv7()}`;
  await withTx(ctx.db, (tx) =>
    writeAudit(tx, ctx, { action: "sql.query", subject, after: { query, limit } }),
  );
  const outcome = await read(query, { rows: limit }).then(
    (report) => ({ report, error: null }),
    (error: unknown) => ({ report: null, error }),
  );
  const { report, error } = outcome;
  const after = {
    rows: report?.rows.length ?? null,
    cutBy: report?.cutBy ?? null,
    ms: ctx.now().getTime() - started,
    problem: error instanceof Error ? error.message : null,
  };
  await withTx(ctx.db, (tx) => writeAudit(tx, ctx, { action: "sql.answer", subject, after }));
  if (report) return report;
  if (!(error instanceof RefusedReport)) throw error;
  throw new AppError("validation", error.message, { cause: error });
}
