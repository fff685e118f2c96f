import type { PriceMedian, ReviewFacts } from "@fairclick/core/campaigns/reviews";
import type { UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { priceAt } from "./prices";

type HostRecord = Pick<
  ReviewFacts,
  "hasBeenApproved" | "isApproved" | "isReportedHost" | "isReportedDeveloper"
>;

/**
 * Whether one of these addresses was approved before, or any of the developer's, and whether reports of
 * the host or the developer were confirmed. `canonicalHost` is without `www.`.
 */
export async function getHostRecord(
  db: Queryable,
  input: { developerId: UserId; addresses: readonly string[]; canonicalHost: string },
): Promise<HostRecord> {
  const { developerId, addresses, canonicalHost } = input;
  const [row] = await db<HostRecord[]>`
    /* reviews.getHostRecord */
    select exists (select from campaign_hosts where developer_id = ${developerId}) as has_been_approved,
      exists (select from campaign_hosts where address = any (${[...addresses]}::text[])) as is_approved,
      exists (select from reported_addresses where host = ${canonicalHost} and state = 'confirmed')
        as is_reported_host,
      exists (select from campaigns where developer_id = ${developerId} and blocked_by is not null)
        as is_reported_developer`;
  return requireRow(row, "a host's record");
}

export async function addApprovedAddress(
  tx: Tx,
  { developerId, address, at }: { developerId: UserId; address: string; at: Date },
): Promise<void> {
  await tx`
    /* reviews.addApprovedAddress */
    insert into campaign_hosts (developer_id, address, approved_at)
    values (${developerId}, ${address}, ${at}) on conflict do nothing`;
}

/**
 * Returns the median price of live campaigns: the newest one of each developer, so that nobody
 * counts twice, without those of `except`.
 */
export async function getPriceMedian(
  db: Queryable,
  { except, at }: { except: UserId; at: Date },
): Promise<PriceMedian> {
  const [row] = await db<PriceMedian[]>`
    /* reviews.getPriceMedian */
    select count(*)::int as developers,
      coalesce(percentile_disc(0.5) within group (order by p.payout_micros), 0)::bigint as micros
    from (
      select distinct on (developer_id)
        ${priceAt(db, db`campaigns.id`, db`${at}::timestamptz`)} as payout_micros
      from campaigns
      where funded_at is not null and paused_at is null and disabled_at is null
        and released_at is null and ends_at > ${at} and developer_id <> ${except}
      order by developer_id, created_at desc
    ) p`;
  return requireRow(row, "the median price");
}
