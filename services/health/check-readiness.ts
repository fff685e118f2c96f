import { findMigrationState } from "@fairclick/sql/migration-state";
import type { Ctx } from "../context";
import type { JobQueue } from "../queue/job-queue";
import { withTimeout } from "../with-timeout";

const CHECK_TIMEOUT_MS = 3_000;

export type PartState = { ok: boolean; detail: string };
export type Readiness = {
  ready: boolean;
  parts: { database: PartState; migrations: PartState; queue: PartState };
  /** What works and may disappoint: settings under which the queue's store can lose jobs. */
  warnings: string[];
};

/** Whether a process may be given work: database there and current, queue there. */
export async function checkReadiness(
  ctx: Pick<Ctx, "db"> & { jobs: Pick<JobQueue, "checkHealth"> },
): Promise<Readiness> {
  const [database, queue] = await Promise.all([checkDatabase(ctx), checkQueue(ctx.jobs)]);
  const parts = { ...database, queue: queue.state };
  return {
    ready: Object.values(parts).every((part) => part.ok),
    parts,
    warnings: queue.warnings,
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
    };
  } catch {
    return {
      database: { ok: false, detail: "not reachable" },
      migrations: { ok: false, detail: "unknown" },
    };
  }
}

async function checkQueue(jobs: Pick<JobQueue, "checkHealth">) {
  const health = await jobs.checkHealth();
  if (!health.reachable) return { state: { ok: false, detail: "not reachable" }, warnings: [] };
  const { store, problems, warnings } = health;
  return {
    state: { ok: problems.length === 0, detail: [store.store, ...problems].join(": ") },
    warnings,
  };
}
