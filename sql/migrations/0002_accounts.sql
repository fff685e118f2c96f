-- Users, what signs them in, and the operators of the platform.

create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text,
  google_subject text,
  email_verified_at timestamptz,
  stripe_customer_id text,
  stripe_account_id text,
  stripe_account_verified boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  -- Incremented when Stripe definitely rejects the account, and when the account is gone: part of
  -- the idempotency key under which the next account is created.
  stripe_account_attempt int not null default 1,
  -- When Stripe was last queried for the account's capabilities. An older answer never replaces a
  -- newer one.
  stripe_account_checked_at timestamptz,
  suspension_reason text,
  -- A deleted account keeps its row for the books, without personal data. It counts as suspended, so
  -- its links stop as those of any suspended user do.
  deleted_at timestamptz,
  -- When the password, the e-mail or the connected Google account last changed; null: never.
  credentials_changed_at timestamptz,
  -- When the current payout account was connected; null if there is none.
  stripe_account_connected_at timestamptz,
  -- Incremented when the customer is disconnected: part of the idempotency key of the next one.
  stripe_customer_attempt int not null default 1,
  -- What was disconnected when the owner of the e-mail reclaimed the account, until the owner has
  -- read it. The audit log keeps it for good.
  reclaimed_at timestamptz,
  reclaimed_parts text[],
  constraint users_email_lowercase check (email = lower(email)),
  constraint users_can_sign_in check (
    case when deleted_at is null
      then password_hash is not null or google_subject is not null
      else password_hash is null and google_subject is null and suspended_at is not null
    end
  ),
  constraint users_suspension_reason check (suspension_reason is null or suspended_at is not null),
  constraint users_reclaimed check ((reclaimed_at is null) = (reclaimed_parts is null))
);
create unique index users_email_taken on users (email);
create unique index users_username_taken on users (lower(username));
create unique index users_google_subject_taken on users (google_subject);
create unique index users_stripe_account_taken on users (stripe_account_id);
create unique index users_stripe_customer_taken on users (stripe_customer_id);
create index users_newest on users (created_at desc, id desc);

-- Stores only the SHA-256 of a token: a reader of this table cannot sign in with it. A session ends
-- 180 days after its sign-in, however often it is used.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The public name of the session: its user sees it in the list of sessions.
  id uuid not null default gen_random_uuid(),
  user_agent text,
  -- Accurate to the day: updated at most once a day.
  used_at timestamptz not null,
  constraint sessions_token_hash_length check (octet_length(token_hash) = 32),
  constraint sessions_id_taken unique (id),
  constraint sessions_end check (expires_at <= created_at + interval '4320 hours')
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Browsers in which an account has signed in before. Their sign-in attempts are limited separately
-- from those of unknown browsers. Stores only the SHA-256 of a token.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  used_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint known_devices_token_hash_length check (octet_length(token_hash) = 32)
);

-- One-time codes with which a browser that returns from Google fetches its session. Code and browser
-- are stored as SHA-256.
create table sign_in_codes (
  code_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  constraint sign_in_codes_hash_lengths
    check (octet_length(code_hash) = 32 and octet_length(browser_hash) = 32)
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- Public ip addresses and devices with which a user was signed in, for the self_click rule.
create table presences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  key text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, key),
  constraint presences_kind check (kind in ('ip', 'device'))
);
create index presences_seen on presences (seen_at);

-- Counters of attempts, in the layout that rate-limiter-flexible reads and writes. Unlogged: losing
-- them in a crash costs nothing.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expiry on rate_limits (expire);

create table operators (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  constraint operators_name_taken unique (name)
);

create table operator_tokens (
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint operator_tokens_hash_length check (octet_length(token_hash) = 32)
);

grant select, insert, update, delete on users, sessions, known_devices, sign_in_codes, presences,
  rate_limits to fairclick_app;
-- Operators are created with the owner's access to the database, never by the application.
grant select on operators, operator_tokens to fairclick_app;
