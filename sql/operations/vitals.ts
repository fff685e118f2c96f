import { REVIEW_HOURS } from "@fairclick/core/money/withdrawals";
import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";

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
