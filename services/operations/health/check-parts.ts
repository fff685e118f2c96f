import { findMigrationState } from "@fairclick/sql/db/migrate";
import type { Ctx } from "../../context";
import type { JobQueue } from "../../queue/job-queue";
import { withTimeout } from "../../with-timeout";

const CHECK_TIMEOUT_MS = 3_000;

export type PartState = { ok: boolean; detail: string };
export type Parts = { database: PartState; migrations: PartState; queue: PartState };
export type CheckedParts = {
  parts: Parts;
  /** Migrations of this version have not been applied: it must not run on this database yet. */
  behind: boolean;
  warnings: string[];
};

/** Checks what every process needs: the database, its schema and the queue. */
export async function checkParts(
  ctx: Pick<Ctx, "db"> & { queue: Pick<JobQueue, "checkHealth"> },
): Promise<CheckedParts> {
  const [database, queue] = await Promise.all([checkDatabase(ctx), checkQueue(ctx.queue)]);
  return {
    parts: { database: database.database, migrations: database.migrations, queue: queue.state },
    behind: database.behind,
    warnings: [...database.warnings, ...queue.warnings],
  };
}

async function checkDatabase(ctx: Pick<Ctx, "db">) {
  try {
    const { pending, foreign } = await withTimeout(
      findMigrationState(ctx.db.sql),
      CHECK_TIMEOUT_MS,
      "The database",
    );
    const missing = pending.length > 0 ? `not applied: ${pending.join(", ")}` : null;
    const unknown = foreign.length > 0 ? `of another version: ${foreign.join(", ")}` : null;
    const problems = [missing, unknown].filter((problem) => problem !== null).join("; ");
    return {
      database: { ok: true, detail: "reachable" },
      migrations: { ok: problems === "", detail: problems || "current" },
      behind: missing !== null,
      warnings: problems === "" ? [] : [`migrations: ${problems}`],
    };
  } catch {
    return {
      database: { ok: false, detail: "not reachable" },
      migrations: { ok: false, detail: "unknown" },
      behind: false,
      warnings: ["database: not reachable"],
    };
  }
}

async function checkQueue(queue: Pick<JobQueue, "checkHealth">) {
  const health = await queue.checkHealth();
  if (!health.reachable) {
    return { state: { ok: false, detail: "not reachable" }, warnings: ["queue: not reachable"] };
  }
  const { store, problems, warnings } = health;
  const state = { ok: problems.length === 0, detail: [store.store, ...problems].join(": ") };
  return { state, warnings: [...problems, ...warnings].map((text) => `queue: ${text}`) };
}
