-- Accounts whose owners lost every way to sign in, and that two operators recover.
create table recoveries (
  id uuid primary key,
  user_id uuid not null references users,
  -- The account's address when the recovery was requested; it must still be the same at the end.
  address text not null,
  reason text not null,
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  approved_by uuid references operators,
  approved_at timestamptz,
  -- When the waiting period ends.
  due_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text,
  finished_at timestamptz,
  constraint recoveries_two_operators check (approved_by <> requested_by),
  constraint recoveries_approval check (
    (approved_by is null) = (approved_at is null) and (approved_by is null) = (due_at is null)
    and due_at > approved_at
  ),
  constraint recoveries_cancelled check (
    (cancelled_at is null) = (cancelled_by is null)
    and cancelled_by in ('link', 'session', 'sign_in', 'operator')
  ),
  constraint recoveries_finished check (
    finished_at is null or (due_at is not null and finished_at >= due_at and cancelled_at is null)
  ),
  constraint recoveries_lengths check (length(address) <= 254 and length(reason) <= 500)
);
create unique index recoveries_open on recoveries (user_id)
  where cancelled_at is null and finished_at is null;
create index recoveries_due on recoveries (due_at) where cancelled_at is null and finished_at is null;
create index recoveries_user on recoveries (user_id, finished_at);

grant select, insert, delete on recoveries to fairclick_app;
grant update (approved_by, approved_at, due_at, cancelled_at, cancelled_by, finished_at)
  on recoveries to fairclick_app;
