-- How far the weekly digests have come: slices of users in the order of their ids, each in one
-- transaction with its notices.
create table digest_runs (
  digest text not null,
  -- The week that the digest sums up: 2026-W47.
  week text not null,
  -- The last user of the last slice; null before the first.
  after_user uuid,
  finished_at timestamptz,
  primary key (digest, week),
  constraint digest_runs_digest check (digest in ('creator', 'developer')),
  constraint digest_runs_week check (week ~ '^\d{4}-W\d{2}$')
);

grant select, insert, update on digest_runs to fairclick_app;
