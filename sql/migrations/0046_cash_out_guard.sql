-- What keeps stolen money from reaching a bank: why and how long a withdrawal waits, the banks of
-- payout accounts, and where depositors were signed in.

-- The kinds of reasons for a hold that the rules set; null if an operator set it. `hold_until` is when
-- it ends by itself if `unproved` is the only kind, and else by when an operator is to decide; null if
-- there is no such time.
alter table withdrawals
  add column hold_kinds text[],
  add column hold_until timestamptz,
  add constraint withdrawals_hold_kinds check (
    (hold_kinds is null or held_at is not null) and (hold_until is null or hold_kinds is not null)
  );
create index withdrawals_resuming on withdrawals (hold_until) where hold_kinds = '{unproved}';

-- Bank accounts and cards that a user's payout account has paid to, as Stripe names them: the
-- fingerprint is the same for every account with one bank account number.
create table payout_banks (
  user_id uuid not null references users on delete cascade,
  fingerprint text not null,
  seen_at timestamptz not null,
  primary key (user_id, fingerprint)
);
create index payout_banks_fingerprint on payout_banks (fingerprint);

-- Where users were signed in when a deposit of theirs was paid. Presences are deleted before earnings
-- from the deposit can leave; these are kept for as long as payouts are compared with them.
create table deposit_places (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  key text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, key),
  constraint deposit_places_kind check (kind in ('ip', 'device'))
);
create index deposit_places_seen on deposit_places (seen_at);

grant select, insert, update, delete on payout_banks, deposit_places to fairclick_app;
