import type { Sql } from "../db/client";

const tables = ["clicks", "click_visitors"];

/** Builds the indices of both tables on the partitions of one day (`20260131`). */
type BuildIndices = (session: Sql, day: string) => Promise<void>;

/**
 * Drops the indices of `clicks` and `click_visitors` while `fill` runs, and builds them once, after millions of
 * rows, instead of row by row. Indices that `fill` has built on partitions are used as they are.
 */
export async function withoutClickIndices(
  owner: Sql,
  fill: (buildIndices: BuildIndices) => Promise<void>,
): Promise<void> {
  const indices = await owner<{ name: string; table: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
      pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = any (${tables}::regclass[])`;
  for (const { name, key } of await listPartitions(owner)) {
    if (key) await owner`alter table ${owner(name)} drop constraint ${owner(key)}`;
  }
  for (const { name } of indices) await owner`drop index ${owner(name)}`;
  await fill(async (session, day) => {
    await addKeys(session, `clicks_${day}`);
    for (const { name, table, definition } of indices) {
      await session.unsafe(
        definition.replace(`${name} ON ONLY public.${table}`, `ON ${table}_${day}`),
      );
    }
  });
  await addKeys(owner);
  for (const { definition } of indices) await owner.unsafe(definition.replace(" ON ONLY ", " ON "));
}

/** Adds the keys that are missing: a partition that was made meanwhile has one. */
async function addKeys(session: Sql, only?: string): Promise<void> {
  for (const { name, key } of await listPartitions(session)) {
    if (key || (only && name !== only)) continue;
    await session`alter table ${session(name)} add primary key (id)`;
  }
}

/** Each partition of `clicks` has a key of its own. */
function listPartitions(owner: Sql) {
  return owner<{ name: string; key: string | null }[]>`
    select i.inhrelid::regclass::text as name, c.conname as key
    from pg_inherits i left join pg_constraint c on c.conrelid = i.inhrelid and c.contype = 'p'
    where i.inhparent = 'clicks'::regclass`;
}
