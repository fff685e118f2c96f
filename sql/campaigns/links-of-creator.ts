import type { CampaignId, UserId } from "@fairclick/core/ids";
import { arrayLiteral } from "../db/array-literal";
import type { Queryable, Tx } from "../db/client";
import type { DisabledBy } from "./links";

export type LockedLinkOfCreator = { campaignId: CampaignId; campaignName: string; code: string };

/**
 * Locks a creator's links that nobody has disabled, sorted by campaign. `disabledAt` selects those that
 * an operator disabled at one of these times instead.
 */
export async function lockLinksOfCreator(
  tx: Tx,
  {
    creatorId,
    disabledAt,
    limit,
  }: { creatorId: UserId; disabledAt: readonly Date[] | null; limit: number },
): Promise<LockedLinkOfCreator[]> {
  return tx<LockedLinkOfCreator[]>`
    /* linksOfCreator.lock */
    select l.campaign_id as "campaignId", c.name as "campaignName", l.code
    from links l
    join campaigns c on c.id = l.campaign_id
    where l.creator_id = ${creatorId} and ${isSelected(tx, disabledAt)}
    order by l.campaign_id limit ${limit} for no key update of l`;
}

/** Counts the links that `lockLinksOfCreator` locks without a limit. */
export async function countLinksOfCreator(
  db: Queryable,
  { creatorId, disabledAt }: { creatorId: UserId; disabledAt: readonly Date[] | null },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* linksOfCreator.count */
    select count(*)::int as count from links l
    where l.creator_id = ${creatorId} and ${isSelected(db, disabledAt)}`;
  return row?.count ?? 0;
}

function isSelected(db: Queryable, disabledAt: readonly Date[] | null) {
  if (disabledAt === null) return db`l.disabled_at is null`;
  const times = arrayLiteral(disabledAt.map((at) => at.toISOString()));
  return db`l.disabled_by = 'operator' and l.disabled_at = any(${times}::timestamptz[])`;
}

type Links = { creatorId: UserId; campaignIds: readonly CampaignId[] };

export async function updateLinksDisabled(
  tx: Tx,
  {
    creatorId,
    campaignIds,
    ...disabled
  }: Links & { disabledAt: Date | null; disabledBy: DisabledBy | null },
): Promise<void> {
  await tx`
    /* linksOfCreator.updateDisabled */
    update links set disabled_at = ${disabled.disabledAt}, disabled_by = ${disabled.disabledBy}
    where creator_id = ${creatorId} and campaign_id = any(${arrayLiteral(campaignIds)}::uuid[])`;
}

/** Sums the judged clicks of a creator's links, and what they paid, since a time. */
export async function sumClicksOfLinks(
  db: Queryable,
  { creatorId, campaignIds, since }: Links & { since: Date },
): Promise<{ clicks: number; paidMicros: bigint }> {
  const [row] = await db<{ clicks: number; paidMicros: bigint }[]>`
    /* linksOfCreator.sumClicks */
    select coalesce(sum(valid + invalid + held + unpaid), 0)::int as clicks,
      coalesce(sum(paid_micros), 0)::bigint as "paidMicros"
    from click_quarters
    where campaign_id = any(${arrayLiteral(campaignIds)}::uuid[]) and creator_id = ${creatorId}
      and starts_at >= ${since}`;
  return row ?? { clicks: 0, paidMicros: 0n };
}

/** Returns when operators stopped all links of a creator at once, the latest 100 times. */
export async function listStopTimes(
  db: Queryable,
  { subject, action }: { subject: string; action: string },
): Promise<Date[]> {
  const rows = await db<{ at: Date }[]>`
    /* linksOfCreator.listStopTimes */
    select (after ->> 'disabledAt')::timestamptz as at from audit_log
    where subject = ${subject} and action = ${action} order by id desc limit 100`;
  return rows.map(({ at }) => at);
}
