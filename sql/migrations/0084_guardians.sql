-- Adults who are invited by a user of 13 to 17 years to be paid in the user's place.
create table guardians (
  id uuid primary key,
  user_id uuid not null references users,
  -- Where the invitation went.
  address text not null,
  -- The address without the parts that do not name a mailbox, to compare addresses.
  mailbox text not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- The guardian's own name, written with the consent.
  name text,
  consented_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  constraint guardians_lengths check (
    length(address) <= 254 and length(mailbox) <= 254 and length(name) between 1 and 100
  ),
  constraint guardians_consent check (
    (name is null) = (consented_at is null) and consented_at < expires_at
  ),
  constraint guardians_ended check (
    (ended_at is null) = (ended_by is null)
    and ended_by in ('guardian', 'child', 'operator', 'age')
  )
);
create unique index guardians_in_force on guardians (user_id)
  where consented_at is not null and ended_at is null;
create unique index guardians_invited on guardians (user_id, mailbox)
  where consented_at is null and ended_at is null;
create index guardians_user on guardians (user_id, invited_at);
create index guardians_mailbox on guardians (mailbox)
  where consented_at is not null and ended_at is null;
create index guardians_unanswered on guardians (expires_at) where consented_at is null;

-- The guardian in whose name the payout account is; null: the user's own.
alter table users add column payout_guardian_id uuid references guardians;
create index users_payout_guardian on users (payout_guardian_id)
  where payout_guardian_id is not null;

grant select, insert, delete on guardians to fairclick_app;
grant update (name, consented_at, ended_at, ended_by) on guardians to fairclick_app;
