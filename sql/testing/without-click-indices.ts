import type { Sql } from "../db/client";

/** Builds the indices of `clicks` on one partition. */
type BuildIndices = (session: Sql, partition: string) => Promise<void>;

/**
 * Drops the indices of `clicks` while `fill` runs, and builds them once, after millions of rows, instead of
 * row by row. Indices that `fill` has built on partitions are used as they are.
 */
export async function withoutClickIndices(
  owner: Sql,
  fill: (buildIndices: BuildIndices) => Promise<void>,
): Promise<void> {
  const indices = await owner<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'clicks'::regclass and not i.indisprimary`;
  await owner`alter table clicks drop constraint clicks_pkey`;
  for (const { name } of indices) await owner`drop index ${owner(name)}`;
  await fill(async (session, partition) => {
    await addKey(session, partition);
    for (const { name, definition } of indices) {
      await session.unsafe(definition.replace(`${name} ON ONLY public.clicks`, `ON ${partition}`));
    }
  });
  await addKey(owner, "clicks");
  for (const { definition } of indices) await owner.unsafe(definition.replace(" ON ONLY ", " ON "));
}

async function addKey(session: Sql, table: string): Promise<void> {
  await session`alter table ${session(table)} add primary key (id, clicked_at)`;
}
