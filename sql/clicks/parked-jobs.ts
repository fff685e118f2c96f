import type { Queryable, Tx } from "../db/client";

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

export type ListedParkedJob = Omit<ParkedJob, "payload"> & {
  /** The payload's first 2,000 characters. */
  preview: string;
  bytes: number;
};

/**
 * Inserts jobs. A job that is already in the table is unchanged, except that a parked one can
 * become discarded.
 */
export async function insertParkedJobs(db: Queryable, jobs: readonly ParkedJob[]): Promise<void> {
  for (const job of jobs) {
    await db`
      /* parkedJobs.insert */
      insert into parked_jobs (queue, job_id, payload, clicks, problem, state, sent_at, parked_at)
      values (${job.queue}, ${job.jobId}, ${job.payload}, ${job.clicks}, ${job.problem},
        ${job.state}, ${job.sentAt}, ${job.parkedAt})
      on conflict (queue, job_id) do update set state = excluded.state
        where excluded.state = 'discarded'`;
  }
}

/** Lists parked jobs, latest first. */
export async function listParkedJobs(db: Queryable, limit: number): Promise<ListedParkedJob[]> {
  return db<ListedParkedJob[]>`
    /* parkedJobs.list */
    select queue, job_id as "jobId", clicks, problem, state, sent_at as "sentAt",
      parked_at as "parkedAt", left(payload, 2000) as preview, octet_length(payload) as bytes
    from parked_jobs order by parked_at desc, queue, job_id limit ${limit}`;
}

type Named = { queue: string; jobIds: readonly string[] };

/** Locks parked jobs until the transaction ends and returns them sorted by id. */
export async function lockParkedJobs(tx: Tx, { queue, jobIds }: Named): Promise<ParkedJob[]> {
  return tx<ParkedJob[]>`
    /* parkedJobs.lock */
    select queue, job_id as "jobId", payload, clicks, problem, state, sent_at as "sentAt",
      parked_at as "parkedAt"
    from parked_jobs where queue = ${queue} and job_id = any (${[...jobIds]})
    order by job_id for update`;
}

export async function deleteParkedJobs(db: Queryable, { queue, jobIds }: Named): Promise<void> {
  await db`
    /* parkedJobs.delete */
    delete from parked_jobs where queue = ${queue} and job_id = any (${[...jobIds]})`;
}
