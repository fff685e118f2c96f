create table deposits (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  checkout_session_id text,
  failure_reason text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint deposits_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint deposits_status check (status in ('pending', 'completed', 'failed')),
  constraint deposits_session_taken unique (checkout_session_id)
);
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_open on deposits (created_at) where status = 'pending';

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  -- Grows only after a definite refusal by Stripe: it is part of the idempotency key.
  attempt int not null default 1,
  stripe_account_id text not null,
  transfer_id text,
  payout_id text,
  failure_reason text,
  requested_at timestamptz not null default now(),
  -- Set before Stripe is called for the first time: from then on the outcome may be unknown.
  sending_at timestamptz,
  completed_at timestamptz,
  constraint withdrawals_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint withdrawals_status check (status in ('pending', 'completed', 'failed'))
);
create unique index withdrawals_one_pending on withdrawals (user_id) where status = 'pending';
create index withdrawals_user on withdrawals (user_id, requested_at desc);
create index withdrawals_open on withdrawals (requested_at) where status = 'pending';
create index withdrawals_transfer on withdrawals (transfer_id);

create table stripe_events (
  id text primary key,
  account text,
  type text not null,
  created_at timestamptz not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  -- Set in the transaction that has the event's effect, never before it.
  processed_at timestamptz,
  parked_at timestamptz,
  error text
);
create index stripe_events_open on stripe_events (received_at) where processed_at is null and parked_at is null;

grant select, insert, update on deposits, withdrawals, stripe_events to fairclick_app;
