import { findMigrationState } from "@fairclick/sql/db/migrate";
import type { Config } from "../config";
import { type Ctx, withTimeout } from "../context";
import type { JobQueue } from "../queue/jobs";
import { examineDisk, examineSpool } from "./examine-host";
import type { CheckResult } from "./vitals";
import { type CheckSettings, judgeVitals, toProblems, type VitalsReader } from "./vitals";

const CHECK_TIMEOUT_MS = 3_000;

export type PartState = { ok: boolean; detail: string };
type Parts = { database: PartState; migrations: PartState; queue: PartState };
export type CheckedParts = {
  parts: Parts;
  /** Migrations of this version have not been applied: it must not run on this database yet. */
  behind: boolean;
  warnings: string[];
};

/** Checks what every process needs: the database, its schema and the queue. */
async function checkParts(
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

type Deps = Pick<Ctx, "db"> & {
  config: Pick<Config, "dataDir"> & CheckSettings;
  queue: Pick<JobQueue, "checkHealth">;
  readVitals: VitalsReader;
  countCachedLinks: () => number;
};

/**
 * Whether a balancer may send visitors to this api: those of tracked links (`redirects`), and all
 * others too (`ready`). All apis lose Postgres or the queue at once, and go on redirecting from memory
 * and into the spool. Everything else needs Postgres.
 */
export async function checkApiReadiness(deps: Deps): Promise<Readiness & { redirects: boolean }> {
  const { config } = deps;
  const [{ parts, behind, warnings }, vitals, disk, spool] = await Promise.all([
    checkParts(deps),
    deps.readVitals(),
    examineDisk(config),
    examineSpool(config),
  ]);
  const canKeepClicks = parts.queue.ok || disk.status !== "fail";
  const knowsLinks = parts.database.ok || deps.countCachedLinks() > 0;
  const problems = describeProblems([...judgeVitals(vitals, config), disk, spool]);
  const redirects = !behind && canKeepClicks && knowsLinks;
  return {
    ready: redirects && parts.database.ok,
    redirects,
    parts,
    warnings: [...warnings, ...problems],
  };
}

type WorkerDeps = Pick<Ctx, "db"> & {
  config: CheckSettings;
  queue: Pick<JobQueue, "checkHealth" | "findConsumerProblem">;
  readVitals: VitalsReader;
  /** Why this worker's last heartbeat could not be recorded; null if it was. */
  findHeartbeatProblem: () => string | null;
};

/** Whether a worker is ready: the stores respond, and each of its consumers works. */
export async function checkWorkerReadiness(deps: WorkerDeps): Promise<Readiness> {
  const [{ parts, behind, warnings }, vitals] = await Promise.all([
    checkParts(deps),
    deps.readVitals(),
  ]);
  const problem = deps.queue.findConsumerProblem();
  const unwritten = parts.database.ok ? deps.findHeartbeatProblem() : null;
  const problems = describeProblems(judgeVitals(vitals, deps.config));
  return {
    ready: parts.database.ok && parts.queue.ok && !behind && problem === null,
    parts,
    warnings: [
      ...warnings,
      ...(problem ? [`worker: ${problem}`] : []),
      ...(unwritten ? [`worker: its heartbeat could not be recorded: ${unwritten}`] : []),
      ...problems,
    ],
  };
}

type Readiness = {
  ready: boolean;
  parts: Parts;
  /** Problems that do not stop this process from working. */
  warnings: string[];
};

/** One sentence per result that is not ok. */
function describeProblems(results: readonly CheckResult[]): string[] {
  return toProblems(results).map(({ check, detail }) => `${check}: ${detail}`);
}
