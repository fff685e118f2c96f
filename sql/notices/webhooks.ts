import type { CampaignFacts } from "@fairclick/core/campaigns/status";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { SumSide } from "@fairclick/core/notices/webhooks";
import { priceNow } from "../campaigns/campaigns";
import type { Queryable, Tx } from "../db/client";

export type WebhookRow = {
  id: string;
  userId: UserId;
  url: string;
  events: string[];
  secretVersion: number;
  rotatedAt: Date | null;
  failures: number;
  disabled: "failures" | "owner" | null;
  createdAt: Date;
};

const columns = (db: Queryable) => db`
  id, user_id, url, events, secret_version,
  rotated_at, failures, disabled, created_at`;

/** Lists a user's webhooks, oldest first. */
export async function listWebhooks(db: Queryable, userId: UserId): Promise<WebhookRow[]> {
  return db<WebhookRow[]>`
    /* webhooks.list */
    select ${columns(db)} from webhook_endpoints where user_id = ${userId} order by id`;
}

type Named = { id: string; userId: UserId };

export async function findWebhook(
  db: Queryable,
  { id, userId }: Named,
): Promise<WebhookRow | null> {
  const [row] = await db<WebhookRow[]>`
    /* webhooks.find */
    select ${columns(db)} from webhook_endpoints where id = ${id} and user_id = ${userId}`;
  return row ?? null;
}

/** Locks a webhook: notices can still be written for it. */
export async function lockWebhook(tx: Tx, { id, userId }: Named): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    /* webhooks.lock */
    select ${columns(tx)} from webhook_endpoints where id = ${id} and user_id = ${userId}
    for no key update`;
  return row ?? null;
}

export async function insertWebhook(
  tx: Tx,
  webhook: Pick<WebhookRow, "id" | "userId" | "url" | "events" | "createdAt">,
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.insert */
    insert into webhook_endpoints (id, user_id, url, events, created_at)
    values (${webhook.id}, ${webhook.userId}, ${webhook.url}, ${webhook.events},
      ${webhook.createdAt})
    returning ${columns(tx)}`;
  return row;
}

/** Changes a locked webhook. Enabling it, or a new address, forgets its failures. */
export async function updateWebhook(
  tx: Tx,
  { id, url, events, enabled }: { id: string; url: string; events: string[]; enabled: boolean },
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.update */
    update webhook_endpoints set url = ${url}, events = ${events},
      disabled = case when not ${enabled} then coalesce(disabled, 'owner') end,
      failures = case when url = ${url} and (disabled is null) = ${enabled} then failures else 0 end,
      retry_at = case when url = ${url} and (disabled is null) = ${enabled} then retry_at end
    where id = ${id}
    returning ${columns(tx)}`;
  return row;
}

export async function rotateWebhookSecret(
  tx: Tx,
  { id, at }: { id: string; at: Date },
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.rotate */
    update webhook_endpoints set secret_version = secret_version + 1, rotated_at = ${at}
    where id = ${id}
    returning ${columns(tx)}`;
  return row;
}

/** Returns false if the user has no such webhook. With the last one goes what was reported. */
export async function deleteWebhook(tx: Tx, { id, userId }: Named): Promise<boolean> {
  const deleted = await tx`
    /* webhooks.delete */
    delete from webhook_endpoints where id = ${id} and user_id = ${userId}`;
  await tx`
    /* webhooks.forgetMarks */
    delete from webhook_marks where user_id = ${userId}
      and not exists (select from webhook_endpoints where user_id = ${userId})`;
  return deleted.count === 1;
}

/** Forgets the failures of a webhook that received an event. */
export async function recordWebhookSuccess(db: Queryable, id: string): Promise<void> {
  await db`
    /* webhooks.recordSuccess */
    update webhook_endpoints set failures = 0, retry_at = null where id = ${id} and failures > 0`;
}

/**
 * Counts a failed attempt of an enabled webhook, and pauses or disables it. Returns null if it was
 * disabled or deleted meanwhile.
 */
export async function recordWebhookFailure(
  tx: Tx,
  { id, retryAt, mostFailures }: { id: string; retryAt: Date; mostFailures: number },
): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    /* webhooks.recordFailure */
    update webhook_endpoints set failures = failures + 1, retry_at = ${retryAt},
      disabled = case when failures + 1 >= ${mostFailures} then 'failures' end
    where id = ${id} and disabled is null
    returning ${columns(tx)}`;
  return row ?? null;
}

export type DueDelivery = {
  endpointId: string;
  eventId: string;
  body: string;
  attempts: number;
  expiresAt: Date;
  userId: UserId;
  url: string;
  secretVersion: number;
  rotatedAt: Date | null;
  failures: number;
};

/** Deliveries that are sent at the same time, to webhooks of one user and to one host. */
const SHARES = { user: 5, host: 10 };

/**
 * Leases deliveries that are due: no other worker sends them before `until`. Users with the fewest
 * deliveries on their way come first, then the oldest delivery. A user and a host have a share of those
 * on their way, and a webhook that failed last gets one at a time. Counts the attempt.
 */
export async function leaseDueDeliveries(
  db: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<DueDelivery[]> {
  return db<DueDelivery[]>`
    /* webhookDeliveries.leaseDue */
    with endpoint as (
      select id, user_id, failures, lower(split_part(url, '/', 3)) as host from webhook_endpoints
      where disabled is null and (retry_at is null or retry_at <= ${at})
    ), sending as materialized (
      select e.user_id, lower(split_part(e.url, '/', 3)) as host
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.sending and d.due_at > ${at}
    ), candidate as (
      select d.endpoint_id, d.event_id, d.due_at, e.host,
        row_number() over (partition by e.user_id order by d.due_at)
          + (select count(*) from sending s where s.user_id = e.user_id) as of_user
      from endpoint e
      cross join lateral (
        select endpoint_id, event_id, due_at from webhook_deliveries
        where endpoint_id = e.id and status = 'pending' and due_at <= ${at}
        order by due_at limit case when e.failures > 0 then 1 else ${SHARES.user} end
      ) d
    ), shared as (
      select endpoint_id, event_id, due_at, of_user,
        row_number() over (partition by host order by of_user, due_at)
          + (select count(*) from sending s where s.host = c.host) as of_host
      from candidate c where of_user <= ${SHARES.user}
    ), due as (
      select endpoint_id, event_id from webhook_deliveries
      where (endpoint_id, event_id) in (
          select endpoint_id, event_id from shared where of_host <= ${SHARES.host}
          order by of_user, due_at limit ${limit})
        and status = 'pending' and due_at <= ${at}
      for update skip locked
    )
    update webhook_deliveries d set due_at = ${until}, sending = true, attempts = d.attempts + 1
    from due join webhook_endpoints e on e.id = due.endpoint_id
    where d.endpoint_id = due.endpoint_id and d.event_id = due.event_id
    returning d.endpoint_id, d.event_id, d.body, d.attempts,
      d.expires_at, e.user_id, e.url,
      e.secret_version, e.rotated_at, e.failures`;
}

type Outcome = {
  status: "pending" | "delivered" | "failed";
  /** When to try again; null unless pending. */
  dueAt: Date | null;
  responseStatus: number | null;
  problem: string | null;
  at: Date;
};

/** Records the outcome of an attempt, unless the delivery was decided meanwhile. */
export async function finishDelivery(
  db: Queryable,
  { endpointId, eventId }: Pick<DueDelivery, "endpointId" | "eventId">,
  { status, dueAt, responseStatus, problem, at }: Outcome,
): Promise<void> {
  await db`
    /* webhookDeliveries.finish */
    update webhook_deliveries set status = ${status}, due_at = ${dueAt}, sending = false,
      response_status = ${responseStatus}, problem = ${problem},
      finished_at = ${status === "pending" ? null : at}
    where endpoint_id = ${endpointId} and event_id = ${eventId} and status = 'pending'`;
}

/** Drops what still waits for a webhook that is disabled now. */
export async function failPendingDeliveries(
  tx: Tx,
  { endpointId, problem, at }: { endpointId: string; problem: string; at: Date },
): Promise<void> {
  await tx`
    /* webhookDeliveries.failPending */
    update webhook_deliveries set status = 'failed', due_at = null, sending = false,
      finished_at = ${at},
      problem = coalesce(problem, ${problem})
    where endpoint_id = ${endpointId} and status = 'pending'`;
}

export type DeliveryRow = {
  eventId: string;
  event: string;
  body: string;
  at: Date;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  dueAt: Date | null;
  responseStatus: number | null;
  problem: string | null;
};

/** Lists the deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Queryable,
  { endpointId, before, limit }: { endpointId: string; before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  return db<DeliveryRow[]>`
    /* webhookDeliveries.list */
    select event_id, event, body, at, status, attempts, due_at,
      response_status, problem
    from webhook_deliveries
    where endpoint_id = ${endpointId} and (${before}::uuid is null or event_id < ${before})
    order by event_id desc limit ${limit}`;
}

/** Queues a decided delivery again. Returns false if there is none. */
export async function requeueDelivery(
  tx: Tx,
  { endpointId, eventId, at }: { endpointId: string; eventId: string; at: Date },
): Promise<boolean> {
  const queued = await tx`
    /* webhookDeliveries.requeue */
    update webhook_deliveries set status = 'pending', due_at = ${at}, finished_at = null,
      attempts = 0, expires_at = ${at}::timestamptz + interval '3 days'
    where endpoint_id = ${endpointId} and event_id = ${eventId} and status <> 'pending'`;
  return queued.count === 1;
}

/** Deletes up to `limit` deliveries of events from before `at`. Returns their number. */
export async function deleteDeliveriesBefore(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* webhookDeliveries.deleteBefore */
    delete from webhook_deliveries where (endpoint_id, event_id) in (
      select endpoint_id, event_id from webhook_deliveries where at < ${at}
      order by at limit ${limit})`;
  return deleted.count;
}

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
