import { REVIEW_HOURS } from "@fairclick/core/money/withdrawals";
import { type Queryable, requireRow } from "../db/client";

export type MarketStatus = {
  pending: number;
  held: number;
  /** Includes held ones. */
  withdrawalsPending: number;
  withdrawalsHeld: number;
  judged: number;
  valid: number;
  paidMicros: bigint;
};

/** Counts clicks and withdrawals that wait now, and sums the settlements since `since`. */
export async function getMarketStatus(db: Queryable, since: Date): Promise<MarketStatus> {
  const [row] = await db<MarketStatus[]>`
    /* operating.getMarketStatus */
    select (select count(*) from pending_clicks)::int as pending,
      (select coalesce(sum(clicks), 0) from held_claims)::int as held,
      (select count(*) from withdrawals where status = 'pending')::int as "withdrawalsPending",
      (select count(*) from withdrawals where status = 'pending' and held_at is not null)::int
        as "withdrawalsHeld",
      coalesce(sum(s.clicks), 0)::int as judged, coalesce(sum(s.valid), 0)::int as valid,
      coalesce(sum(s.paid_micros), 0)::bigint as "paidMicros"
    from settlements s where s.settled_at >= ${since}`;
  return requireRow(row, "the market's status");
}

/**
 * Sums the amounts that ledger transactions moved, per kind, sorted by kind. `since` is the lowest
 * transaction id that counts: ids begin with their time.
 */
export async function sumMovementsSince(
  db: Queryable,
  since: string,
): Promise<{ kind: string; micros: bigint }[]> {
  return db<{ kind: string; micros: bigint }[]>`
    /* operating.sumMovementsSince */
    select t.kind, sum(e.micros)::bigint as micros
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.id >= ${since}::uuid and e.micros > 0
    group by t.kind order by t.kind`;
}

export type DatabaseVitals = {
  /** The time of Postgres' clock, as are all other times here. */
  at: Date;
  /** Workers that were seen in the last `ALIVE_SECONDS` and have not stopped. */
  workersAlive: number;
  /** When any worker was last seen; null if the table has no worker. */
  workerSeenAt: Date | null;
  /** When any worker last completed a job. */
  jobCompletedAt: Date | null;
  /** The moment before which every click has its verdict; null before the first settlement. */
  judgedUpTo: Date | null;
  /** When the books were last proved as a whole; null if never. */
  booksProvedAt: Date | null;
  booksChecks: { name: string; differences: number }[];
  clicksParked: number;
  /** When the oldest held click was recorded; null if none is held. */
  clicksHeldSince: Date | null;
  /** Parked jobs that wait for an operator's decision. */
  jobsParked: number;
  stripeEventsParked: number;
  /** Campaigns and new addresses that wait for an operator, and since when the oldest does. */
  reviewsWaiting: number;
  reviewsWaitSince: Date | null;
  /**
   * Withdrawals that wait for an operator, since when the oldest does, and how many have waited longer
   * than promised. Leaves out those of suspended users.
   */
  withdrawalsWaiting: number;
  withdrawalsWaitSince: Date | null;
  withdrawalsOverdue: number;
  /** Reported addresses that wait for an operator, and since when the oldest does. */
  reportsOpen: number;
  reportsOpenSince: Date | null;
  databaseBytes: number;
  connections: { application: string; count: number }[];
  maxConnections: number;
};

/** Workers send a heartbeat every 10 seconds; more than one may be lost. */
const ALIVE_SECONDS = 35;

/** Reads the state of the platform that Postgres knows, in one round trip. */
export async function readDatabaseVitals(db: Queryable): Promise<DatabaseVitals> {
  const [row] = await db<DatabaseVitals[]>`
    /* operating.readDatabaseVitals */
    select clock_timestamp() as at, w.*, v.*, h.*, r.*,
      (select watermark from judged_up_to) as "judgedUpTo",
      (select min(proved_at) from books_proofs where proof = 'books') as "booksProvedAt",
      (select coalesce(json_agg(json_build_object('name', check_name, 'differences', differences)
        order by check_name), '[]') from books_proofs) as "booksChecks",
      (select count(*) from parked_clicks)::int as "clicksParked",
      (select min(recorded_at) from clicks where verdict = 'held') as "clicksHeldSince",
      (select count(*) from parked_jobs where state = 'parked')::int as "jobsParked",
      (select count(*) from stripe_events where parked_at is not null)::int as "stripeEventsParked",
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select coalesce(json_agg(json_build_object('application', a.name, 'count', a.count)), '[]')
        from (
          select application_name as name, count(*) from pg_stat_activity
          where datname = current_database() group by application_name order by application_name
        ) a) as connections,
      current_setting('max_connections')::int as "maxConnections"
    from (
      select count(*) filter (where stopped_at is null
          and seen_at > now() - ${ALIVE_SECONDS} * interval '1 second')::int as "workersAlive",
        max(seen_at) as "workerSeenAt", max(last_job_at) as "jobCompletedAt"
      from worker_heartbeats
    ) w, (
      select count(*)::int as "reviewsWaiting", min(r.waits_since) as "reviewsWaitSince"
      from campaign_reviews r join campaigns c on c.id = r.campaign_id
      where r.state = 'waiting' and c.ends_at > now()
    ) v, (
      select count(*)::int as "withdrawalsWaiting", min(p.held_at) as "withdrawalsWaitSince",
        count(*) filter (where coalesce(p.hold_until, p.held_at + ${REVIEW_HOURS} * interval '1 hour') < now())::int
          as "withdrawalsOverdue"
      from withdrawals p join users u on u.id = p.user_id
      where p.held_at is not null and p.status = 'pending' and u.suspended_at is null
        and not (p.hold_kinds = '{unproved}' and p.hold_until is not null)
    ) h, (
      select count(*)::int as "reportsOpen", min(opened_at) as "reportsOpenSince"
      from reported_addresses where state = 'open'
    ) r`;
  return requireRow(row, "the database's vitals");
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

export async function recordWorkerStop(db: Queryable, workerId: string): Promise<void> {
  await db`
    /* workerHeartbeats.recordStop */
    update worker_heartbeats set stopped_at = now(), seen_at = now() where worker_id = ${workerId}`;
}

export type ArchiveState = {
  /** Whether Postgres archives its WAL. */
  isArchiving: boolean;
  lastArchivedAt: Date | null;
  lastFailedAt: Date | null;
  /** Standbys and receivers of WAL that are connected now. */
  receivers: number;
};

/** Reads how Postgres ships its WAL to a backup. */
export async function readArchiveState(db: Queryable): Promise<ArchiveState> {
  const [row] = await db<ArchiveState[]>`
    /* backups.readArchiveState */
    select current_setting('archive_mode') <> 'off' as "isArchiving",
      last_archived_time as "lastArchivedAt", last_failed_time as "lastFailedAt",
      (select count(*)::int from pg_stat_replication) as receivers
    from pg_stat_archiver`;
  return requireRow(row, "the state of the archiver");
}
