-- Refunds that developers request: unused wallet money goes back to the card that paid it. A row is
-- one refund of one deposit at Stripe. The money leaves the wallet with the request, and its
-- posting is reversed if the refund fails.

create table refunds (
  id uuid primary key,
  user_id uuid not null references users,
  deposit_id uuid not null references deposits,
  amount_micros bigint not null,
  -- pending: not confirmed by Stripe. sent: Stripe has accepted it and still processes it. A refund
  -- can fail even after it succeeded.
  status text not null default 'pending',
  -- One request can refund several deposits; a request that is repeated makes no second refund.
  request_id uuid not null,
  -- Incremented only after a definite rejection by Stripe: part of the idempotency key.
  attempt int not null default 1,
  -- The posting that took the money from the wallet.
  transaction_id uuid not null references ledger_transactions,
  stripe_refund_id text,
  failure_reason text,
  requested_at timestamptz not null default now(),
  -- Set before the refund is requested from Stripe, cleared by a definite rejection: while it is
  -- set, the outcome may be unknown.
  sending_at timestamptz,
  -- Not to be processed before this moment: a worker holds it, or Stripe is to be retried later.
  retry_at timestamptz,
  -- When Stripe was last queried because no webhook had arrived.
  checked_at timestamptz,
  -- A refund that an operator holds is not sent.
  held_at timestamptz,
  hold_reason text,
  constraint refunds_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint refunds_status check (
    (status = 'pending' and stripe_refund_id is null and failure_reason is null)
    or (status in ('sent', 'succeeded') and stripe_refund_id is not null and failure_reason is null)
    or (status = 'failed' and failure_reason is not null)
  ),
  constraint refunds_held check ((held_at is null) = (hold_reason is null)),
  constraint refunds_request_taken unique (user_id, request_id, deposit_id),
  constraint refunds_transaction_taken unique (transaction_id),
  constraint refunds_stripe_refund_taken unique (stripe_refund_id)
);
create index refunds_user on refunds (user_id, requested_at desc);
create index refunds_deposit on refunds (deposit_id);
create index refunds_newest on refunds (requested_at desc, id desc);
create index refunds_open on refunds (requested_at) where status = 'pending';
create index refunds_sent on refunds (requested_at) where status in ('sent', 'succeeded');

grant select, insert, update on refunds to fairclick_app;
