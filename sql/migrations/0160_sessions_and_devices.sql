-- A session ends 180 days after its sign-in, however often it is used.
alter table sessions
  -- True to the day: it is written at most once a day.
  add column used_at timestamptz,
  add constraint sessions_end check (expires_at <= created_at + interval '4320 hours');
update sessions set used_at = greatest(created_at, expires_at - interval '720 hours');
alter table sessions alter column used_at set not null;

-- Browsers in which an account has signed in before. Their attempts to sign in are counted apart
-- from everybody else's. Only the SHA-256 of a token is stored.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  used_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint known_devices_token_hash_length check (octet_length(token_hash) = 32)
);
grant select, insert, update, delete on known_devices to fairclick_app;
