import type { CampaignFacts } from "@fairclick/core/campaigns/status";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { SumSide } from "@fairclick/core/notices/webhooks";
import { priceNow } from "../campaigns/campaigns";
import type { Queryable, Tx } from "../db/client";

type Due = {
  events: readonly string[];
  /** Users who were compared after this moment are not due. */
  before: Date;
  /** The same for users with a webhook after a failed attempt. */
  beforeFailing: Date;
};

/** Lists users with a webhook that wants sums, the longest waiting first. */
export async function listUsersDueForSums(
  db: Queryable,
  { events, before, beforeFailing, limit }: Due & { limit: number },
): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }[]>`
    /* webhookMarks.listDueUsers */
    select user_id from webhook_endpoints
    where disabled is null and events && ${events}::text[]
    group by user_id
    having coalesce(max(summed_at), '-infinity')
      <= case when max(failures) > 0 then ${beforeFailing} else ${before} end::timestamptz
    order by max(summed_at) nulls first limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

export type SummedWebhook = { id: string; events: string[]; createdAt: Date };

/** Locks the webhooks of a user that want sums, and marks them as compared; [] if they are not due. */
export async function claimSums(
  tx: Tx,
  { userId, events, before, beforeFailing, at }: Due & { userId: UserId; at: Date },
): Promise<SummedWebhook[]> {
  const rows = await tx<(SummedWebhook & { failures: number; summedAt: Date | null })[]>`
    /* webhookMarks.lockWebhooks */
    select id, events, created_at, failures, summed_at
    from webhook_endpoints
    where user_id = ${userId} and disabled is null and events && ${events}::text[]
    order by id for no key update`;
  const limit = rows.some(({ failures }) => failures > 0) ? beforeFailing : before;
  if (rows.some(({ summedAt }) => summedAt !== null && summedAt > limit)) return [];
  await tx`
    /* webhookMarks.claim */
    update webhook_endpoints set summed_at = ${at} where id = any (${rows.map(({ id }) => id)})`;
  return rows;
}

export type SubjectRow = {
  campaignId: CampaignId;
  side: SumSide;
  beganAt: Date;
  /** Null: nothing was reported yet. */
  reported: unknown;
};

/** Lists the campaigns and links of a user, the least recently compared first. */
export async function listSubjects(
  tx: Tx,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<SubjectRow[]> {
  return tx<SubjectRow[]>`
    /* webhookMarks.listSubjects */
    select s.campaign_id, s.side, s.began_at, m.reported
    from (
      select id as campaign_id, 'campaign' as side, created_at as began_at from campaigns
      where developer_id = ${userId}
      union all
      select campaign_id, 'link', joined_at from links where creator_id = ${userId}
    ) s
    left join webhook_marks m on m.user_id = ${userId} and m.campaign_id = s.campaign_id
      and m.side = s.side
    order by m.checked_at nulls first, s.began_at desc limit ${limit}`;
}

export type SumsRow = CampaignFacts & {
  campaignId: CampaignId;
  name: string;
  conversions: Record<string, number>;
};

type Sums = { campaignIds: CampaignId[]; creatorId: UserId | null };

/**
 * Returns the conversions and what decides the state of campaigns, or, with `creatorId`, of one
 * creator's links to them. A stopped link and a suspended developer count as disabled.
 */
export async function listSums(tx: Tx, { campaignIds, creatorId }: Sums): Promise<SumsRow[]> {
  const ofCreator = creatorId ? tx`and k.creator_id = ${creatorId}` : tx``;
  return tx<SumsRow[]>`
    /* webhookMarks.listSums */
    select c.id as campaign_id, c.name, ${priceNow(tx)} as payout_micros,
      click_fee(${priceNow(tx)}, c.fee_basis_points) as fee_micros, a.balance_micros - coalesce(h.micros, 0) as escrow_micros,
      c.starts_at, c.ends_at, c.funded_at,
      c.paused_at, coalesce(c.disabled_at, u.suspended_at, l.disabled_at) as disabled_at,
      c.forced_pause_by, e.conversions
    from campaigns c
    join users u on u.id = c.developer_id
    join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id
    left join links l on l.campaign_id = c.id and l.creator_id = ${creatorId}
    cross join lateral (
      select coalesce(jsonb_object_agg(event, conversions), '{}') as conversions from (
        select k.event, sum(k.conversions)::bigint as conversions from conversion_counts k
        where k.campaign_id = c.id ${ofCreator} group by k.event order by k.event limit 100
      ) counts
    ) e
    where c.id = any (${campaignIds}::uuid[])`;
}

export type NewMark = { campaignId: CampaignId; side: SumSide; reported: unknown };

export async function upsertMarks(
  tx: Tx,
  { userId, marks, at }: { userId: UserId; marks: NewMark[]; at: Date },
): Promise<void> {
  await tx`
    /* webhookMarks.upsert */
    insert into webhook_marks (user_id, campaign_id, side, reported, checked_at)
    select ${userId}, m."campaignId", m.side, m.reported, ${at}
    from jsonb_to_recordset(${tx.json(marks as never)})
      as m ("campaignId" uuid, side text, reported jsonb)
    on conflict (user_id, campaign_id, side)
    do update set reported = excluded.reported, checked_at = excluded.checked_at`;
}

export type NewEvent = { id: string; kind: string; body: string };

/** Inserts a delivery per event and webhook of `endpointIds` that wants the event's kind. */
export async function insertDeliveries(
  tx: Tx,
  { endpointIds, events, at }: { endpointIds: string[]; events: NewEvent[]; at: Date },
): Promise<void> {
  await tx`
    /* webhookMarks.insertDeliveries */
    insert into webhook_deliveries (endpoint_id, event_id, event, body, at, due_at, expires_at)
    select e.id, n.id, n.kind, n.body, ${at}, ${at}, ${at}::timestamptz + interval '3 days'
    from jsonb_to_recordset(${tx.json(events as never)}) as n (id uuid, kind text, body text)
    join webhook_endpoints e on e.id = any (${endpointIds}) and e.events @> array[n.kind]`;
}
