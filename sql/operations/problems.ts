import type { Tx } from "../db/client";

export type FoundProblem = { id: string; watch: string; subject: string; title: string };
export type ProblemRow = FoundProblem & { beganAt: Date };

/** Records the current problems. Returns the ids of those that have just begun. */
export async function recordProblems(
  tx: Tx,
  { problems, at }: { problems: readonly FoundProblem[]; at: Date },
): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    /* problems.record */
    insert into operator_problems as p (id, watch, subject, title, began_at, seen_at)
    select id, watch, subject, title, ${at}, ${at}
    from jsonb_to_recordset(${tx.json(problems as never)})
      as found (id uuid, watch text, subject text, title text)
    order by watch, subject
    on conflict (watch, subject) do update set seen_at = greatest(p.seen_at, excluded.seen_at)
    returning id`;
  const given = new Set(problems.map(({ id }) => id));
  return new Set(rows.flatMap(({ id }) => (given.has(id) ? [id] : [])));
}

/** Deletes the problems last found before `before`, except those of the watches `unread`. Returns the rows. */
export async function endProblems(
  tx: Tx,
  { before, unread }: { before: Date; unread: readonly string[] },
): Promise<ProblemRow[]> {
  return tx<ProblemRow[]>`
    /* problems.end */
    delete from operator_problems
    where seen_at < ${before} and not watch = any (${[...unread]}::text[])
    returning id, watch, subject, title, began_at as "beganAt"`;
}
