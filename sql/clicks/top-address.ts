import type { Queryable } from "../db/client";

export type TopAddress = { address: string; clicks: number; ofClicks: number; isPrivate: boolean };

const MAX_CLICKS = 10_000;

/** Returns the address with the most clicks of the last hour, of at most 10,000 clicks; null without any. */
export async function findTopAddress(db: Queryable): Promise<TopAddress | null> {
  const [row] = await db<TopAddress[]>`
    /* topAddress.find */
    select abbrev(ip_key) as address, count(*)::int as clicks,
      (sum(count(*)) over ())::int as "ofClicks",
      ip_key <<= '10.0.0.0/8' or ip_key <<= '172.16.0.0/12' or ip_key <<= '192.168.0.0/16'
        or ip_key <<= '127.0.0.0/8' or ip_key <<= 'fc00::/7' or ip_key <<= '::/64' as "isPrivate"
    from (
      select ip_key from clicks
      where clicked_at > now() - interval '1 hour' and ip_key is not null limit ${MAX_CLICKS}
    ) latest
    group by ip_key order by count(*) desc, ip_key limit 1`;
  return row ?? null;
}
