import { AppError } from "@fairclick/core/errors";
import type { OperatorScope } from "@fairclick/core/operations/operators";
import { type Problem, type TodoKind, todoKinds } from "@fairclick/core/operations/work";
import type { Queryable } from "@fairclick/sql/db/client";
import { readWaiting, type TodoRow, type TodoRows } from "@fairclick/sql/operations/todo";
import type { Ctx } from "../context";
import type { QueueFigures } from "../queue/queue-store";
import { type CheckSettings, listPlatformProblems, type VitalsReader } from "./vitals";

const PER_KIND = 50;

type Sources = Pick<TodoInput, "listQueues"> & {
  readVitals: VitalsReader;
  config: CheckSettings;
};

export type ListedTodo = {
  at: Date;
  problems: Problem[];
  sums: { kind: TodoKind; count: number; waitsSince: Date; lateAfterHours: number }[];
  items: (TodoRow & { kind: TodoKind; waitsSince: Date })[];
  hidden: { kind: TodoKind; scope: string }[];
};

/**
 * Lists what waits for an operator, oldest first: the kinds that the operator's scopes allow to read.
 * Throws `unauthenticated` for other actors.
 */
export async function listTodo(
  ctx: Pick<Ctx, "actor" | "db" | "now">,
  { readVitals, config, ...sources }: Sources,
): Promise<ListedTodo> {
  const { actor, db } = ctx;
  if (actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  const at = ctx.now();
  const isVisible = (kind: TodoKind) => actor.scopes.includes(todoSources[kind].scope);
  const read = await Promise.all(
    todoKinds.filter(isVisible).map(async (kind) => ({
      kind,
      ...(await readTodo(kind, { ...sources, db: db.sql, at, limit: PER_KIND })),
    })),
  );
  const seesQueues = actor.scopes.includes("queues:read");
  return {
    at,
    problems: seesQueues ? listPlatformProblems(await readVitals(), config) : [],
    sums: read.flatMap(({ kind, count, since }) => {
      const { lateAfterHours } = todoSources[kind];
      return since === null ? [] : [{ kind, count, waitsSince: since, lateAfterHours }];
    }),
    items: read
      .flatMap(({ kind, rows }) => rows.map((row) => ({ ...row, kind, waitsSince: row.since })))
      .sort((a, b) => a.since.getTime() - b.since.getTime()),
    hidden: todoKinds
      .filter((kind) => !isVisible(kind))
      .map((kind) => ({ kind, scope: todoSources[kind].scope })),
  };
}

export type TodoInput = {
  db: Queryable;
  at: Date;
  /** Max items per kind by age, and as many again by money. */
  limit: number;
  listQueues: () => Promise<QueueFigures[]>;
};

type TodoSource = {
  /** Scope of a token that may see the items. */
  scope: OperatorScope;
  /** Plural noun, for the message to the chat. */
  noun: string;
  /** Hours after which the oldest item waits too long. */
  lateAfterHours: number;
};

/**
 * Everything that waits for an operator: one entry per kind. `fairclick todo` lists the items, and the
 * alerts tell the chat which of them wait too long.
 */
export const todoSources: Record<TodoKind, TodoSource> = {
  held_clicks: { scope: "clicks:read", noun: "Held clicks", lateAfterHours: 48 },
  appeals: { scope: "cases:read", noun: "Appeals", lateAfterHours: 48 },
  objections: { scope: "cases:read", noun: "Objections", lateAfterHours: 48 },
  reviews: { scope: "cases:read", noun: "Campaigns under review", lateAfterHours: 24 },
  findings: { scope: "cases:read", noun: "Links under review", lateAfterHours: 48 },
  reports: { scope: "cases:read", noun: "Reported addresses", lateAfterHours: 24 },
  withdrawals: { scope: "withdrawals:read", noun: "Held withdrawals", lateAfterHours: 24 },
  refunds: { scope: "refunds:read", noun: "Held refunds", lateAfterHours: 24 },
  failed_jobs: { scope: "queues:read", noun: "Failed jobs", lateAfterHours: 0 },
  parked_jobs: { scope: "queues:read", noun: "Parked jobs", lateAfterHours: 0 },
  stripe_events: { scope: "stripe:read", noun: "Parked events of Stripe", lateAfterHours: 0 },
};

export function readTodo(kind: TodoKind, input: TodoInput): Promise<TodoRows> {
  return kind === "failed_jobs" ? readFailedJobs(input) : readWaiting(input.db, { kind, ...input });
}

/** One item per queue. */
async function readFailedJobs({
  at,
  listQueues,
}: Pick<TodoInput, "at" | "listQueues">): Promise<TodoRows> {
  const rows = (await listQueues())
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed, oldestFailedAt }) => ({
      ...{ id: name, micros: null, who: null, campaign: null },
      since: oldestFailedAt === null ? at : new Date(oldestFailedAt),
      about: failed === 1 ? "1 job failed" : `${failed} jobs failed`,
    }))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
  return { count: rows.length, since: rows[0]?.since ?? null, rows };
}
