import type { Price } from "@fairclick/core/campaigns/status";
import type { Queryable, Tx } from "../db/client";

type Fragment = ReturnType<Queryable>;

/** An expression for the price of a campaign's click at a time; both are expressions too. */
export function priceAt(db: Queryable, campaignId: Fragment, at: Fragment) {
  return db`(
    select r.payout_micros from campaign_prices r
    where r.campaign_id = ${campaignId} and r.starts_at <= ${at}
    order by r.starts_at desc limit 1
  )`;
}

export type PriceRow = { from: number; payoutMicros: number; feeMicros: number };

/**
 * An expression for all prices of the campaign `c` and their fees, as JSON sorted by time. Times are rounded
 * up: clicks have whole milliseconds.
 */
export function selectPrices(db: Queryable) {
  return db`(
    select json_agg(json_build_object(
      'from', case when r.starts_at = '-infinity' then 0 else ceil(extract(epoch from r.starts_at) * 1000) end,
      'payoutMicros', r.payout_micros,
      'feeMicros', click_fee(r.payout_micros, c.fee_basis_points)
    ) order by r.starts_at)
    from campaign_prices r where r.campaign_id = c.id
  )`;
}

export function toPrices(rows: readonly PriceRow[]): Price[] {
  return rows.map(({ from, payoutMicros, feeMicros }) => ({
    from,
    payoutMicros: BigInt(payoutMicros),
    feeMicros: BigInt(feeMicros),
  }));
}

/** Lists all prices of a campaign, sorted by time. */
export async function listPrices(db: Queryable, campaignId: string): Promise<Price[]> {
  const [row] = await db<{ prices: PriceRow[] | null }[]>`
    /* prices.list */ select ${selectPrices(db)} as prices from campaigns c where c.id = ${campaignId}`;
  return toPrices(row?.prices ?? []);
}

export type NewPrice = { campaignId: string; startsAt: Date; payoutMicros: bigint };

export async function insertPrice(tx: Tx, price: NewPrice): Promise<void> {
  await tx`
    /* prices.insert */
    insert into campaign_prices (campaign_id, starts_at, payout_micros)
    values (${price.campaignId}, ${price.startsAt}, ${price.payoutMicros})`;
}

/** Deletes and returns the price that begins after a time; null if there is none. */
export async function deleteNextPrice(
  tx: Tx,
  { campaignId, after }: { campaignId: string; after: Date },
): Promise<NewPrice | null> {
  const [row] = await tx<NewPrice[]>`
    /* prices.deleteNext */
    delete from campaign_prices where campaign_id = ${campaignId} and starts_at > ${after}
    returning campaign_id, starts_at, payout_micros`;
  return row ?? null;
}
