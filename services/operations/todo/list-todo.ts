import { AppError } from "@fairclick/core/errors";
import { type Problem, type TodoKind, todoKinds } from "@fairclick/core/operations/work";
import type { TodoRow } from "@fairclick/sql/operations/todo";
import type { Ctx } from "../../context";
import type { VitalsReader } from "../health/read-vitals";
import { listWorkerProblems } from "../health/readiness";
import { type TodoInput, todoSources } from "./todo-sources";

const PER_KIND = 50;

type Sources = Pick<TodoInput, "listQueues"> & {
  readVitals: VitalsReader;
  windowSeconds: number;
};

export type ListedTodo = {
  at: Date;
  problems: Problem[];
  sums: { kind: TodoKind; count: number; waitsSince: Date; lateAfterHours: number }[];
  items: (TodoRow & { kind: TodoKind })[];
  hidden: { kind: TodoKind; scope: string }[];
};

/**
 * Lists what waits for an operator, oldest first: the kinds that the operator's scopes allow to read.
 * Throws `unauthenticated` for other actors.
 */
export async function listTodo(
  ctx: Pick<Ctx, "actor" | "db" | "now">,
  { readVitals, windowSeconds, ...sources }: Sources,
): Promise<ListedTodo> {
  const { actor, db } = ctx;
  if (actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  const at = ctx.now();
  const isVisible = (kind: TodoKind) => actor.scopes.includes(todoSources[kind].scope);
  const read = await Promise.all(
    todoKinds.filter(isVisible).map(async (kind) => ({
      kind,
      ...(await todoSources[kind].read({ ...sources, db: db.sql, at, limit: PER_KIND })),
    })),
  );
  const seesQueues = actor.scopes.includes("queues:read");
  return {
    at,
    problems: seesQueues ? listWorkerProblems(await readVitals(), windowSeconds) : [],
    sums: read.flatMap(({ kind, count, since }) => {
      const { lateAfterHours } = todoSources[kind];
      return since === null ? [] : [{ kind, count, waitsSince: since, lateAfterHours }];
    }),
    items: read
      .flatMap(({ kind, rows }) => rows.map((row) => ({ ...row, kind })))
      .sort((a, b) => a.since.getTime() - b.since.getTime()),
    hidden: todoKinds
      .filter((kind) => !isVisible(kind))
      .map((kind) => ({ kind, scope: todoSources[kind].scope })),
  };
}
