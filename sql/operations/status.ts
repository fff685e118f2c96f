import { type Db, type Queryable, requireRow } from "../db/client";
import { withTx } from "../db/tx";

export type DatabaseVitals = {
  /** The time of Postgres' clock, as are all other times here. */
  at: Date;
  /** Workers that were seen in the last `ALIVE_SECONDS` and have not stopped. */
  workersAlive: number;
  /** When any worker was last seen; null if the table has no worker. */
  workerSeenAt: Date | null;
  jobCompletedAt: Date | null;
  /** The moment before which every click has its verdict; null before the first settlement. */
  judgedUpTo: Date | null;
  /** When the books were last proved as a whole; null if never. */
  booksProvedAt: Date | null;
  booksChecks: { name: string; differences: number }[];
  clicksParked: number;
  /** When the oldest held click was recorded; null if none is held. */
  clicksHeldSince: Date | null;
  jobsParked: number;
  stripeEventsParked: number;
  databaseBytes: number;
  connections: { application: string; count: number }[];
  maxConnections: number;
  /** What the slot of the backup shows; null if there is no such slot. */
  backup: { active: boolean; waitingBytes: number; lost: boolean } | null;
};

/** Keeps the WAL that a backup has not received yet. */
export const backupSlot = "fairclick_backup";

/** Workers send a heartbeat every 10 seconds; more than one may be lost. */
const ALIVE_SECONDS = 35;

/** Reads the state of the platform that Postgres knows, in one round trip. */
export async function readDatabaseVitals(db: Queryable): Promise<DatabaseVitals> {
  const [row] = await db<DatabaseVitals[]>`
    /* operating.readDatabaseVitals */
    select clock_timestamp() as at, w.*,
      (select watermark from judged_up_to) as judged_up_to,
      (select min(proved_at) from books_proofs where proof = 'books') as books_proved_at,
      (select coalesce(json_agg(json_build_object('name', check_name, 'differences', differences)
        order by check_name), '[]') from books_proofs) as books_checks,
      (select coalesce(sum(coalesce(clicks, 1)), 0) from parked_jobs
        where state = 'parked' and queue = 'record-clicks')::int as clicks_parked,
      (select min(recorded_at) from clicks where verdict = 'held') as clicks_held_since,
      (select count(*) from parked_jobs where state = 'parked')::int as jobs_parked,
      (select count(*) from stripe_events where parked_at is not null)::int as stripe_events_parked,
      pg_database_size(current_database())::float8 as database_bytes,
      (select coalesce(json_agg(json_build_object('application', a.name, 'count', a.count)), '[]')
        from (
          select application_name as name, count(*) from pg_stat_activity
          where datname = current_database() group by application_name order by application_name
        ) a) as connections,
      current_setting('max_connections')::int as max_connections,
      (select json_build_object('active', active, 'lost', coalesce(wal_status = 'lost', false),
          'waitingBytes', coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8)
        from pg_replication_slots where slot_name = ${backupSlot}) as backup
    from (
      select count(*) filter (where ${isAlive(db)})::int as workers_alive,
        max(seen_at) as worker_seen_at, max(last_job_at) as job_completed_at
      from worker_heartbeats
    ) w`;
  return requireRow(row, "the database's vitals");
}

export async function countWorkers(db: Queryable): Promise<number> {
  const [row] = await db<{ alive: number }[]>`
    /* workerHeartbeats.count */
    select count(*) filter (where ${isAlive(db)})::int as alive from worker_heartbeats`;
  return row?.alive ?? 0;
}

function isAlive(db: Queryable) {
  return db`stopped_at is null and seen_at > now() - ${ALIVE_SECONDS} * interval '1 second'`;
}

type Heartbeat = {
  workerId: string;
  host: string;
  /** How long ago the worker completed its last job, null before the first. */
  sinceLastJobMs: number | null;
};

/** Records a worker's heartbeat by Postgres' clock; deletes workers not seen for a day. */
export async function recordHeartbeat(
  db: Queryable,
  { workerId, host, sinceLastJobMs }: Heartbeat,
): Promise<void> {
  await db`
    /* workerHeartbeats.record */
    with forgotten as (
      delete from worker_heartbeats w
      where w.seen_at < now() - interval '1 day'
        and w.seen_at < (select max(seen_at) from worker_heartbeats)
    )
    insert into worker_heartbeats (worker_id, host, last_job_at)
    values (${workerId}, ${host}, now() - ${sinceLastJobMs}::float8 * interval '1 ms')
    on conflict (worker_id) do update
    set seen_at = now(), last_job_at = excluded.last_job_at, stopped_at = null`;
}

/**
 * Returns which of the jobs that run often have work by now: clicks to settle, conversions to count, mails
 * and events of webhooks that are due. Without parameters Postgres keeps the plan, which costs most of it.
 */
export async function listJobsWithWork(
  db: Queryable,
  { windowSeconds, events }: { windowSeconds: number; events: readonly string[] },
): Promise<string[]> {
  const [row] = await db<{ names: string[]; oldestSeconds: number | null; unsummed: string[] }[]>`
    /* operating.listJobsWithWork */
    select
      (select extract(epoch from now() - min(clicked_at)) from pending_clicks)::float8 as oldest_seconds,
      array(select distinct unnest(events) from webhook_endpoints
        where disabled is null and coalesce(summed_at, '-infinity')
          <= now() - case when failures > 0 then interval '1 hour' else interval '1 minute' end) as unsummed,
      array(select name from (values
        ('count-conversions', exists (
          select from conversions
          where state = 'waiting' and clicked_at < (select watermark from judged_up_to))),
        ('deliver-mail', exists (
          select from one_time_tokens where user_id is null and purpose = 'request_reset') or exists (
          select from notices where mail_status = 'queued' and mail_due_at <= now())),
        ('deliver-webhooks', exists (
          select from webhook_endpoints w
          where w.disabled is null and coalesce(w.retry_at, '-infinity') <= now()
            and exists (select from webhook_deliveries d
              where d.endpoint_id = w.id and d.status = 'pending' and d.due_at <= now())))
      ) job (name, has_work) where has_work) as names`;
  const { names, oldestSeconds, unsummed } = requireRow(row, "the jobs with work");
  if ((oldestSeconds ?? 0) > windowSeconds) names.push("settle-clicks");
  if (unsummed.some((event) => events.includes(event))) names.push("deliver-webhooks");
  return names;
}

/** Takes some pages, also those of a table that has room, and gives them back. */
const PROBED_ROWS = 200;

/** Writes rows and takes them back. Throws what Postgres says if it has no room for them. */
export async function tryToWrite(db: Db): Promise<void> {
  const isTried = new Error("rolled back");
  const trying = withTx(db, async (tx) => {
    await tx`
      /* workerHeartbeats.tryToWrite */
      insert into worker_heartbeats (worker_id, host)
      select gen_random_uuid(), repeat('x', 500) from generate_series(1, ${PROBED_ROWS}::int)`;
    throw isTried;
  });
  await trying.catch((error: unknown) => {
    if (error !== isTried) throw error;
  });
}

export async function recordWorkerStop(db: Queryable, workerId: string): Promise<void> {
  await db`
    /* workerHeartbeats.recordStop */
    update worker_heartbeats set stopped_at = now(), seen_at = now() where worker_id = ${workerId}`;
}

export type Cluster = {
  version: number;
  systemIdentifier: string;
  timeline: number;
  walSegmentBytes: number;
  /** Whether `pg_receivewal` is receiving the WAL for the backups. */
  isFollowed: boolean;
};

/** Reads what a backup has to agree on with its server. Throws on a standby. */
export async function readCluster(db: Queryable): Promise<Cluster> {
  const [row] = await db<Cluster[]>`
    /* operating.readCluster */
    select current_setting('server_version_num')::int / 10000 as version,
      (select system_identifier::text from pg_control_system()) as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
      pg_size_bytes(current_setting('wal_segment_size'))::int as wal_segment_bytes,
      exists (select from pg_replication_slots
        where slot_name = ${backupSlot} and active) as is_followed`;
  return requireRow(row, "the database's cluster");
}
