-- Creators in other countries, and withdrawals on a schedule.

-- Where the user's bank is: an ISO 3166-1 alpha-2 code, null until the user chooses. It does not
-- change while the user has a Stripe account, because Stripe never changes an account's country.
alter table users add column country text;
alter table users add constraint users_country check (country ~ '^[A-Z]{2}$');

-- Automatic withdrawals; a user without a row has none.
create table payout_schedules (
  user_id uuid primary key references users,
  every text not null,
  -- Below this amount nothing is withdrawn; in whole cents.
  minimum_micros bigint not null,
  -- When the next withdrawal is requested.
  next_at timestamptz not null,
  constraint payout_schedules_every check (every in ('week', 'month')),
  constraint payout_schedules_minimum check (minimum_micros > 0 and minimum_micros % 10000 = 0)
);
create index payout_schedules_next on payout_schedules (next_at);

grant select, insert, update, delete on payout_schedules to fairclick_app;

-- The currency of the payout account. Stripe converts the dollars of the transfer into it.
alter table withdrawals add column currency text not null default 'usd';
alter table withdrawals add constraint withdrawals_currency check (currency ~ '^[a-z]{3}$');
