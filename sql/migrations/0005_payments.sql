-- Money that enters and leaves through Stripe.

create table deposits (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  -- Chosen by the client: a request that is sent twice makes one deposit.
  request_id uuid,
  checkout_session_id text,
  payment_intent_id text,
  failure_reason text,
  created_at timestamptz not null default now(),
  -- When Stripe was last queried because no webhook had arrived.
  checked_at timestamptz,
  completed_at timestamptz,
  constraint deposits_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint deposits_status check (
    (status = 'pending' and completed_at is null and failure_reason is null)
    or (status = 'completed' and completed_at is not null and failure_reason is null
      and checkout_session_id is not null)
    or (status = 'failed' and completed_at is null and failure_reason is not null)
  ),
  constraint deposits_request_taken unique (user_id, request_id),
  constraint deposits_session_taken unique (checkout_session_id),
  constraint deposits_payment_taken unique (payment_intent_id)
);
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_open on deposits (created_at) where status = 'pending';

-- The status agrees with the postings: pending is money in transit, completed is money that Stripe
-- has transferred, failed is money that returned to the earnings.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  request_id uuid,
  -- Incremented only after a definite rejection by Stripe: part of the idempotency keys.
  attempt int not null default 1,
  stripe_account_id text not null,
  transfer_id text,
  payout_id text,
  -- The total of the transfer that Stripe has reversed.
  returned_micros bigint not null default 0,
  failure_reason text,
  requested_at timestamptz not null default now(),
  -- Set before the transfer is requested from Stripe, cleared by a definite rejection: while it is
  -- set, the outcome may be unknown.
  sending_at timestamptz,
  -- Not to be processed before this moment: a worker holds it, or Stripe is to be retried later.
  retry_at timestamptz,
  completed_at timestamptz,
  -- When Stripe was last queried about the payout because no webhook had arrived: a payout can fail
  -- days after it was made.
  payout_checked_at timestamptz,
  -- A withdrawal that an operator holds is not sent.
  held_at timestamptz,
  hold_reason text,
  constraint withdrawals_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint withdrawals_returned check (
    returned_micros >= 0 and returned_micros <= amount_micros
    and (returned_micros = 0 or transfer_id is not null)
    and (returned_micros < amount_micros or status = 'failed')
  ),
  constraint withdrawals_status check (
    (status = 'pending' and transfer_id is null and completed_at is null and failure_reason is null)
    or (status = 'completed' and transfer_id is not null and completed_at is not null)
    or (status = 'failed' and failure_reason is not null)
  ),
  constraint withdrawals_held check ((held_at is null) = (hold_reason is null)),
  constraint withdrawals_request_taken unique (user_id, request_id)
);
create unique index withdrawals_one_pending on withdrawals (user_id) where status = 'pending';
create unique index withdrawals_transfer_taken on withdrawals (transfer_id);
create unique index withdrawals_payout_taken on withdrawals (payout_id);
create index withdrawals_user on withdrawals (user_id, requested_at desc);
create index withdrawals_newest on withdrawals (requested_at desc, id desc);
create index withdrawals_on_hold on withdrawals (requested_at desc, id desc) where held_at is not null;
create index withdrawals_open on withdrawals (requested_at) where status = 'pending';
create index withdrawals_without_payout on withdrawals (completed_at)
  where status = 'completed' and payout_id is null;
create index withdrawals_paid_out on withdrawals (completed_at)
  where status = 'completed' and payout_id is not null;

-- Webhook events. Processed ones are deleted once Stripe can no longer deliver them again.
create table stripe_events (
  id text primary key,
  account text,
  type text not null,
  created_at timestamptz not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Set in the transaction that has the event's effect, never before it.
  processed_at timestamptz,
  -- When the last attempt failed; the error says why.
  parked_at timestamptz,
  error text
);
create index stripe_events_open on stripe_events (received_at) where processed_at is null and parked_at is null;
create index stripe_events_parked on stripe_events (parked_at) where parked_at is not null;
create index stripe_events_processed on stripe_events (processed_at) where processed_at is not null;

grant select, insert, update on deposits, withdrawals to fairclick_app;
grant select, insert, update, delete on stripe_events to fairclick_app;
