import type { Signal } from "@fairclick/core/clicks/signal";
import { ALL_LINKS } from "@fairclick/core/ids";
import { arrayLiteral, planByIndex, type Queryable, type Tx } from "../db/client";
import type { Shard } from "./settlement/batches";

export type PendingClick = {
  id: string;
  /** In milliseconds since 1970. */
  clickedAt: number;
  campaignId: string;
  creatorId: string;
  ip: string;
  ipKey: string;
  deviceKey: string;
  /** Weak device key of a known device; null for others: their `deviceKey` is the weak one. */
  weakKey: string | null;
  deviceKnown: boolean;
  method: string;
  userAgent: string | null;
  referrer: string | null;
  /** ISO 3166 code; null if unknown. */
  country: string | null;
  /** The AS that announces the ip address; null if it is not known. */
  asn: number | null;
  deviceClass: string;
  browser: string;
  referrerHost: string;
  signals: Signal[];
  /** The name of the link that was clicked; null without one. */
  linkName: string | null;
  /** Version of the address data that was used; null if there was none. */
  ipDataVersion: number | null;
};

/**
 * Inserts clicks that wait to be judged and returns how many were new. Skips a click that is
 * pending or judged already.
 */
export async function insertPendingClicks(tx: Tx, clicks: PendingClick[]): Promise<number> {
  const column = (pick: (click: PendingClick) => string | number | null) =>
    arrayLiteral(clicks.map(pick));
  const times = clicks.map((click) => click.clickedAt);
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  await tx`/* pendingClicks.plan */ select ${planByIndex(tx)}`;
  const inserted = await tx`
    /* pendingClicks.insertPendingClicks */
    insert into pending_clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
      weak_key, device_known, method, user_agent, referrer, country, asn, device_class, browser,
      referrer_host, signals, ip_data_version, link_name)
    select c.id, at, c.campaign_id, c.creator_id, c.ip, c.ip_key, c.device_key,
      c.weak_key, c.device_known = 1, c.method, c.user_agent, c.referrer, c.country, c.asn,
      c.device_class, c.browser, c.referrer_host, c.signals::jsonb, c.ip_data_version, c.link_name
    from unnest(
      ${column((click) => click.id)}::uuid[],
      ${arrayLiteral(times)}::float8[],
      ${column((click) => click.campaignId)}::uuid[],
      ${column((click) => click.creatorId)}::uuid[],
      ${column((click) => click.ip)}::inet[],
      ${column((click) => click.ipKey)}::inet[],
      ${column((click) => click.deviceKey)}::text[],
      ${column((click) => click.weakKey)}::text[],
      ${column((click) => (click.deviceKnown ? 1 : 0))}::int[],
      ${column((click) => click.method)}::text[],
      ${column((click) => click.userAgent)}::text[],
      ${column((click) => click.referrer)}::text[],
      ${column((click) => click.country)}::text[],
      ${column((click) => click.asn)}::int[],
      ${column((click) => click.deviceClass)}::text[],
      ${column((click) => click.browser)}::text[],
      ${column((click) => click.referrerHost)}::text[],
      ${column((click) => JSON.stringify(click.signals))}::text[],
      ${column((click) => click.ipDataVersion)}::int[],
      ${column((click) => click.linkName)}::text[]
    ) as c (id, clicked_ms, campaign_id, creator_id, ip, ip_key, device_key, weak_key, device_known, method,
      user_agent, referrer, country, asn, device_class, browser, referrer_host, signals, ip_data_version, link_name)
    cross join lateral (select timestamptz 'epoch' + c.clicked_ms * interval '1 millisecond' as at) clicked
    where not exists (
      select from clicks j
      where j.id = c.id and j.clicked_at = at and j.clicked_at between ${from} and ${to}
      offset 0
    )
    on conflict (id) do nothing`;
  return inserted.count;
}

/** Returns the end of the last day that has moved: all earlier clicks are in ClickHouse. Null if none has. */
export async function findMovedBefore(db: Queryable): Promise<Date | null> {
  const [row] = await db<{ before: Date | null }[]>`
    /* pendingClicks.findMovedBefore */
    select (max(day) + 1)::timestamp at time zone 'UTC' as before from dropped_days where clicks is not null`;
  return row?.before ?? null;
}

export type ParkedState = "parked" | "discarded";

export type ParkedJob = {
  queue: string;
  jobId: string;
  /** JSON as text. */
  payload: string;
  /** The number of clicks in the job; null if it cannot be read. */
  clicks: number | null;
  problem: string;
  state: ParkedState;
  sentAt: Date;
  parkedAt: Date;
};

export type ListedParkedJob = Omit<ParkedJob, "payload" | "jobId"> & {
  id: string;
  /** The payload's first 2,000 characters. */
  preview: string;
  bytes: number;
};

/** Inserts jobs. A job that is already in the table gets the new state, problem and time. */
export async function insertParkedJobs(db: Queryable, jobs: readonly ParkedJob[]): Promise<void> {
  for (const job of jobs) {
    await db`
      /* parkedJobs.insert */
      insert into parked_jobs (queue, job_id, payload, clicks, problem, state, sent_at, parked_at)
      values (${job.queue}, ${job.jobId}, ${job.payload}, ${job.clicks}, ${job.problem},
        ${job.state}, ${job.sentAt}, ${job.parkedAt})
      on conflict (queue, job_id) do update
        set state = excluded.state, problem = excluded.problem, parked_at = excluded.parked_at`;
  }
}

/** Lists parked jobs, latest first. */
export async function listParkedJobs(db: Queryable, limit: number): Promise<ListedParkedJob[]> {
  return db<ListedParkedJob[]>`
    /* parkedJobs.list */
    select queue, job_id as id, clicks, problem, state, sent_at,
      parked_at, left(payload, 2000) as preview, octet_length(payload) as bytes
    from parked_jobs order by parked_at desc, queue, job_id limit ${limit}`;
}

/** Locks parked jobs until the transaction ends and returns them sorted by id. */
export async function lockParkedJobs(
  tx: Tx,
  { queue, jobIds }: { queue: string; jobIds: readonly string[] },
): Promise<ParkedJob[]> {
  return tx<ParkedJob[]>`
    /* parkedJobs.lock */
    select queue, job_id, payload, clicks, problem, state, sent_at,
      parked_at
    from parked_jobs where queue = ${queue} and job_id = any (${[...jobIds]})
    order by job_id for update`;
}

/** Deletes jobs, except those that were parked again since they were read. */
export async function deleteParkedJobs(
  db: Queryable,
  jobs: readonly Pick<ParkedJob, "queue" | "jobId" | "parkedAt">[],
): Promise<void> {
  await db`
    /* parkedJobs.delete */
    delete from parked_jobs p using unnest(
      ${jobs.map(({ queue }) => queue)}::text[],
      ${jobs.map(({ jobId }) => jobId)}::text[],
      ${jobs.map(({ parkedAt }) => parkedAt.toISOString())}::timestamptz[]
    ) as gone (queue, job_id, parked_at)
    where p.queue = gone.queue and p.job_id = gone.job_id
      and date_trunc('milliseconds', p.parked_at) = gone.parked_at`;
}

/** Impressions of a link in the quarter hour that begins at `startsAt`. */
export type Impressions = {
  campaignId: string;
  creatorId: string;
  startsAt: Date;
  impressions: number;
};

/** Adds to the counters in the order of their keys, so that two processes never deadlock. */
export async function insertImpressions(db: Queryable, counts: Impressions[]): Promise<void> {
  await db`
    /* impressions.insert */
    insert into impression_quarters as total (campaign_id, creator_id, starts_at, impressions)
    select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, sum(impressions)
    from unnest(
      ${counts.map(({ campaignId }) => campaignId)}::uuid[],
      ${counts.map(({ creatorId }) => creatorId)}::uuid[],
      ${counts.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
      ${counts.map(({ impressions }) => impressions)}::int[]
    ) as counted (campaign_id, creator_id, starts_at, impressions)
    group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))
    order by 1, 2, 3
    on conflict (campaign_id, creator_id, starts_at) do update
    set impressions = total.impressions + excluded.impressions`;
}

/**
 * Returns the moment before which every click has its verdict; null before the first settlement.
 */
export async function findJudgedUpTo(db: Queryable): Promise<Date | null> {
  const [row] = await db<{ watermark: Date }[]>`
    /* judgedUpTo.findJudgedUpTo */ select watermark from judged_up_to`;
  return row?.watermark ?? null;
}

/** Moves a shard's moment forward, never back: of two workers, the one further ahead is right. */
export async function advanceJudgedUpTo(
  db: Queryable,
  { shards, shard, watermark }: Shard & { watermark: Date },
): Promise<void> {
  await db`
    /* judgedUpTo.advance */
    insert into judged_shards (shards, shard, watermark) values (${shards}, ${shard}, ${watermark})
    on conflict (shards, shard) do update set watermark = excluded.watermark
    where judged_shards.watermark < excluded.watermark`;
}
