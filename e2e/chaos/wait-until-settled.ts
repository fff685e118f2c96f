import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import type { Db } from "@fairclick/sql/db/client";

type System = { db: Db; queue: JobQueue; dataDir: string; timeoutMs: number };

/**
 * Waits until no click and no conversion is pending. Returns what remains after the time-out, empty
 * if nothing does.
 */
export async function waitUntilSettled({
  db,
  queue,
  dataDir,
  timeoutMs,
}: System): Promise<string[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const left = await findLeft({ db, queue, dataDir }).catch((error: unknown) => [String(error)]);
    if (left.length === 0 || performance.now() > deadline) return left;
    await Bun.sleep(250);
  }
}

async function findLeft({ db, queue, dataDir }: Omit<System, "timeoutMs">): Promise<string[]> {
  const spooled = readdirSync(join(dataDir, "spool")).length;
  if (spooled > 0) return [`${spooled} files in the spool`];
  if ((await queue.oldestUnrecordedAt()) !== null) return ["clicks in the queue"];
  const [row] = await db.sql<{ pending: number; waiting: number }[]>`
    select (select count(*)::int from pending_clicks) as pending,
      (select count(*)::int from conversions where state = 'waiting') as waiting`;
  if (row?.pending) return [`${row.pending} clicks that wait for their verdict`];
  return row?.waiting ? [`${row.waiting} conversions that wait for their clicks`] : [];
}
