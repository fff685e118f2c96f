-- One row per worker process, which says every few seconds that it lives. Rows of dead ones stay for
-- a day, so that it can be seen since when no worker lives.
create table worker_heartbeats (
  worker_id uuid primary key,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When it last completed a job; null before the first.
  last_job_at timestamptz,
  -- Set by a worker that ends in order.
  stopped_at timestamptz
);

-- The last result of each check of the books, by the proof that it belongs to.
create table books_proofs (
  check_name text primary key,
  proof text not null,
  differences integer not null,
  proved_at timestamptz not null default now(),
  constraint books_proofs_differences_not_negative check (differences >= 0)
);

grant select, insert, update, delete on worker_heartbeats, books_proofs to fairclick_app;
