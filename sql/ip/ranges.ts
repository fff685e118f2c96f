import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import { type Queryable, requireRow, type Tx } from "../db/client";

export type IpRange = {
  range: string;
  effect: RangeEffect;
  reason: string;
  /** The name of the operator who decided. */
  operator: string;
  decidedAt: Date;
};

function selectRanges(db: Queryable) {
  return db`
    select r.range::text, r.effect, r.reason, o.name as operator, r.decided_at
    from ip_ranges r join operators o on o.id = r.operator_id`;
}

export async function listIpRanges(db: Queryable): Promise<IpRange[]> {
  return await db<IpRange[]>`/* ipRanges.listIpRanges */ ${selectRanges(db)} order by r.range`;
}

/** Finds the narrowest range that contains the ip address; null if there is none. */
export async function findContainingIpRange(
  db: Queryable,
  address: string,
): Promise<IpRange | null> {
  const [row] = await db<IpRange[]>`
    /* ipRanges.findContainingIpRange */
    ${selectRanges(db)} where r.range >>= ${address}::inet order by masklen(r.range) desc limit 1`;
  return row ?? null;
}

export async function lockIpRange(tx: Tx, range: string): Promise<IpRange | null> {
  const [row] = await tx<IpRange[]>`
    /* ipRanges.lockIpRange */
    ${selectRanges(tx)} where r.range = ${range}::cidr for update of r`;
  return row ?? null;
}

export async function upsertIpRange(
  tx: Tx,
  range: { range: string; effect: RangeEffect; reason: string; operatorId: string; at: Date },
): Promise<void> {
  await tx`
    /* ipRanges.upsertIpRange */
    insert into ip_ranges (range, effect, reason, operator_id, decided_at)
    values (${range.range}::cidr, ${range.effect}, ${range.reason}, ${range.operatorId}, ${range.at})
    on conflict (range) do update set effect = excluded.effect, reason = excluded.reason,
      operator_id = excluded.operator_id, decided_at = excluded.decided_at`;
}

export async function deleteIpRange(tx: Tx, range: string): Promise<void> {
  await tx`/* ipRanges.deleteIpRange */ delete from ip_ranges where range = ${range}::cidr`;
}

/** Returns the network of a range or ip address in canonical form; of IPv6 at least a /64. */
export async function normaliseNetwork(db: Queryable, range: string): Promise<string> {
  const [row] = await db<{ network: string }[]>`
    /* ipRanges.normaliseNetwork */
    select network(case when family(r) = 6 and masklen(r) > 64 then set_masklen(r, 64) else r end)::text as network
    from (values (${range}::inet)) as given (r)`;
  return requireRow(row, "the network of an address").network;
}
