-- Jobs that were taken out of their queue, whole: a failed job of clicks would hold back the
-- judging of all others. They wait here for a person. A discarded one stays too: what a visitor was
-- answered for is never erased silently.
create table parked_jobs (
  queue text not null,
  job_id text not null constraint parked_jobs_id check (length(job_id) between 1 and 300),
  -- JSON as text: what the jsonb type refuses is one of the reasons to be here.
  payload text not null constraint parked_jobs_payload check (octet_length(payload) <= 67108864),
  -- How many clicks it holds; null where that cannot be read.
  clicks int constraint parked_jobs_clicks check (clicks >= 0),
  problem text not null constraint parked_jobs_problem check (length(problem) <= 2000),
  state text not null constraint parked_jobs_state check (state in ('parked', 'discarded')),
  sent_at timestamptz not null,
  parked_at timestamptz not null,
  primary key (queue, job_id)
);
create index parked_jobs_latest on parked_jobs (parked_at desc);
grant select, insert, update, delete on parked_jobs to fairclick_app;
