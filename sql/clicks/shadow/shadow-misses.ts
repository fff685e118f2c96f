import type { Queryable, Tx } from "../../db/client";

type Miss = { shadowId: string; shard: number; clicks: number; failure: string };

/** Adds a batch that was settled without the shadow. Returns how many in a row the shard has had. */
export async function addMiss(tx: Tx, miss: Miss): Promise<number> {
  const { shadowId, shard, clicks, failure } = miss;
  const [row] = await tx<{ inARow: number }[]>`
    /* shadowMisses.add */
    insert into policy_shadow_misses as kept (shadow_id, shard, clicks, in_a_row, failure)
    values (${shadowId}, ${shard}, ${clicks}, 1, ${failure})
    on conflict (shadow_id, shard) do update
    set clicks = kept.clicks + excluded.clicks, in_a_row = kept.in_a_row + 1, failure = excluded.failure
    returning in_a_row as "inARow"`;
  return row?.inARow ?? 0;
}

export type Misses = {
  clicks: number;
  /** An error of one of the batches; null if the shadow judged all of them. */
  failure: string | null;
};

export async function sumMisses(db: Queryable, shadowId: string): Promise<Misses> {
  const [row] = await db<Misses[]>`
    /* shadowMisses.sum */
    select coalesce(sum(clicks), 0)::float8 as clicks, max(failure) as failure
    from policy_shadow_misses where shadow_id = ${shadowId}`;
  return row ?? { clicks: 0, failure: null };
}
