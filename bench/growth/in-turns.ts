import type { Sql } from "@fairclick/sql/db/client";

/** One per processor of a small machine; more would only wait for each other. */
const SESSIONS = 2;

/**
 * Calls `work` for each item, in their order, on two sessions at once. Their commits do not wait for the
 * disk: a database that is lost in a crash can be filled again.
 */
export async function inTurns<Item>(
  owner: Sql,
  items: readonly Item[],
  work: (session: Sql, item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const run = async () => {
    const session = await owner.reserve();
    try {
      await session`set synchronous_commit = off`;
      await session`set maintenance_work_mem = '512MB'`;
      await session`set work_mem = '256MB'`;
      for (const item of left) await work(session, item);
    } finally {
      await session`reset all`;
      session.release();
    }
  };
  await Promise.all(Array.from({ length: SESSIONS }, run));
}
