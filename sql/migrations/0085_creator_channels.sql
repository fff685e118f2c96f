-- Channels of creators: who owns one is proved by a code in its description, or confirmed by an operator.
create table creator_channels (
  id uuid primary key,
  user_id uuid not null references users,
  platform text not null,
  -- '@name' in lower case, or the host of a website without 'www.'.
  name text not null,
  url text not null,
  -- What the description must hold. Changes whenever the channel stops being verified.
  code text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  -- What the last check found wrong.
  problem text,
  verified_at timestamptz,
  verified_by text,
  -- The last check that found the code.
  proved_at timestamptz,
  -- The first check since then that did not.
  missing_at timestamptz,
  -- Null for channels that are not checked again.
  next_check_at timestamptz,
  -- An operator took the mark away; the code no longer verifies this channel for this user.
  revoked_at timestamptz,
  constraint creator_channels_once unique (user_id, platform, name),
  constraint creator_channels_code unique (code),
  constraint creator_channels_platform check (
    platform in ('youtube', 'tiktok', 'twitch', 'instagram', 'x', 'website')),
  constraint creator_channels_texts check (length(name) <= 260 and length(url) <= 300),
  constraint creator_channels_verified_by check (verified_by in ('code', 'operator')),
  constraint creator_channels_state check (
    num_nonnulls(verified_at, verified_by) in (0, 2)
    and (verified_at is null or revoked_at is null)
    and (verified_by is not distinct from 'code') = (next_check_at is not null)
    and (next_check_at is null or proved_at is not null)
    and (missing_at is null or next_check_at is not null)
  )
);
-- A channel verifies one account.
create unique index creator_channels_owner on creator_channels (platform, name)
  where verified_at is not null;
create index creator_channels_named on creator_channels (platform, name);
create index creator_channels_next_check on creator_channels (next_check_at)
  where next_check_at is not null;
grant select, insert, update, delete on creator_channels to fairclick_app;
