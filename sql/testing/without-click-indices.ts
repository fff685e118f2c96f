import type { Sql } from "../db/client";

/** Builds the indices of `clicks` once, after millions of rows, instead of row by row. */
export async function withoutClickIndices(owner: Sql, fill: () => Promise<void>): Promise<void> {
  const rebuild = await dropIndices(owner);
  await fill();
  for (const statement of rebuild) await owner.unsafe(statement);
}

async function dropIndices(owner: Sql): Promise<string[]> {
  const indices = await owner<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i where i.indrelid = 'clicks'::regclass and not i.indisprimary`;
  await owner`alter table clicks drop constraint clicks_pkey`;
  for (const { name } of indices) await owner`drop index ${owner(name)}`;
  const key = "alter table clicks add constraint clicks_pkey primary key (id, clicked_at)";
  return [key, ...indices.map(({ definition }) => definition)];
}
