-- What each operator took back from creators, to limit what one of them can take back in a day.
create table reversal_sums (
  id uuid primary key,
  operator_id uuid not null references operators,
  at timestamptz not null,
  micros bigint not null,
  constraint reversal_sums_positive check (micros > 0)
);
create index reversal_sums_operator on reversal_sums (operator_id, at);

-- Reversals above that limit: one operator requests them, another one approves them.
create table reversal_requests (
  id uuid primary key,
  selection jsonb not null,
  category text not null,
  reason text not null,
  -- What it would take back when it was requested; an approval takes back no more.
  clicks integer not null,
  micros bigint not null,
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set before the first click is reversed, so that an approval that was interrupted can be repeated.
  approved_by uuid references operators,
  approved_at timestamptz,
  finished_at timestamptz,
  declined_by uuid references operators,
  declined_at timestamptz,
  constraint reversal_requests_two_operators check (approved_by <> requested_by),
  constraint reversal_requests_approval check (
    (approved_by is null) = (approved_at is null) and approved_at < expires_at
  ),
  constraint reversal_requests_finished check (finished_at is null or approved_at is not null),
  constraint reversal_requests_declined check (
    (declined_by is null) = (declined_at is null) and (declined_at is null or approved_at is null)
  ),
  constraint reversal_requests_amount check (clicks > 0 and micros > 0),
  constraint reversal_requests_lengths check (
    length(reason) <= 500 and length(selection::text) <= 100000
  )
);
create index reversal_requests_open on reversal_requests (id)
  where finished_at is null and declined_at is null;

grant select, insert on reversal_sums to fairclick_app;
grant select, insert on reversal_requests to fairclick_app;
grant update (approved_by, approved_at, finished_at, declined_by, declined_at)
  on reversal_requests to fairclick_app;
