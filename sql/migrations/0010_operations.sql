-- What happened, and whether the platform works.

-- Who did what and why, with the state before and after. Append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint audit_log_actor_kind check (actor_kind in ('user', 'operator', 'system'))
);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Jobs taken out of their queue, whole: a failed job of clicks would hold back the judging of all
-- other clicks. They wait here for an operator. A discarded job stays too: a click that a visitor
-- got an answer for is never deleted silently.
create table parked_jobs (
  queue text not null,
  job_id text not null constraint parked_jobs_id check (length(job_id) between 1 and 300),
  -- JSON as text: content that the jsonb type rejects is one reason to park a job.
  payload text not null constraint parked_jobs_payload check (octet_length(payload) <= 67108864),
  -- The number of clicks in the job; null if it cannot be read.
  clicks int constraint parked_jobs_clicks check (clicks >= 0),
  problem text not null constraint parked_jobs_problem check (length(problem) <= 2000),
  state text not null constraint parked_jobs_state check (state in ('parked', 'discarded')),
  sent_at timestamptz not null,
  parked_at timestamptz not null,
  primary key (queue, job_id)
);
create index parked_jobs_latest on parked_jobs (parked_at desc);

-- One row per worker process, which updates it every few seconds. Rows of dead workers stay for a
-- day: they show since when no worker runs.
create table worker_heartbeats (
  worker_id uuid primary key,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When it last completed a job; null before the first.
  last_job_at timestamptz,
  -- Set by a worker that shuts down normally.
  stopped_at timestamptz
);

-- The last result of each check of the books. `proof` names the group of checks that it belongs to.
create table books_proofs (
  check_name text primary key,
  proof text not null,
  differences integer not null,
  proved_at timestamptz not null default now(),
  constraint books_proofs_differences_not_negative check (differences >= 0)
);

-- Keys that all processes share and that nobody else may know. The first process that needs one
-- creates it.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

grant select, insert on audit_log, secrets to fairclick_app;
grant select, insert, update, delete on parked_jobs, worker_heartbeats, books_proofs to fairclick_app;
