import { problemBegan, problemOver } from "@fairclick/core/notices/operator-notices";
import { withTx } from "@fairclick/sql/db/tx";
import { endProblems, recordProblems } from "@fairclick/sql/operations/problems";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import type { Problem, Watch, WatchCtx } from "./watch";
import { watches } from "./watches";

/** A problem is over when it was not found for this long, so one that comes and goes is reported once. */
const OVER_AFTER_MS = 15 * 60_000;
const MAX_PER_WATCH = 50;

/**
 * Notifies the operators once when something begins to wait too long or to be wrong, and once when
 * it is over. Safe to run concurrently and to kill: a problem's row changes with its notice. A watch
 * that fails ends none of its problems.
 */
export async function watchMarketplace(
  ctx: Ctx & WatchCtx,
  all: readonly Watch[] = watches,
): Promise<void> {
  const at = ctx.now();
  const found: (Problem & { id: string; watch: string })[] = [];
  const unread: string[] = [];
  for (const watch of all) {
    const problems = await findProblems(ctx, watch);
    if (!problems) unread.push(watch.name);
    for (const problem of problems ?? []) {
      found.push({ ...problem, id: Bun.randomUUIDv7(), watch: watch.name });
    }
  }
  await withTx(ctx.db, async (tx) => {
    const stored = found.map(({ id, watch, subject, title }) => ({ id, watch, subject, title }));
    const began = await recordProblems(tx, { problems: stored, at });
    for (const { id, ...data } of found) {
      if (began.has(id)) await notify(tx, ctx, problemBegan, { to: "operators", data, key: id });
    }
    const before = new Date(at.getTime() - OVER_AFTER_MS);
    for (const { id, beganAt, ...problem } of await endProblems(tx, { before, unread })) {
      const data = { ...problem, beganAt: beganAt.toISOString() };
      await notify(tx, ctx, problemOver, { to: "operators", data, key: id });
    }
  });
}

async function findProblems(ctx: WatchCtx, { name, find }: Watch) {
  try {
    const problems = await find(ctx);
    // The row of one subject changes once per statement.
    const bySubject = new Map(problems?.map((problem) => [problem.subject, problem]));
    return problems && [...bySubject.values()].slice(0, MAX_PER_WATCH);
  } catch (error) {
    ctx.log.warn({ err: error, watch: name }, "A watch failed; its problems stay as they are");
    return null;
  }
}
