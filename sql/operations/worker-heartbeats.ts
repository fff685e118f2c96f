import type { Queryable } from "../db/client";

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
