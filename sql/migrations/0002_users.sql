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
  constraint users_email_lowercase check (email = lower(email)),
  constraint users_can_sign_in check (password_hash is not null or google_subject is not null)
);
create unique index users_email_taken on users (email);
create unique index users_username_taken on users (lower(username));
create unique index users_google_subject_taken on users (google_subject);
create unique index users_stripe_account_taken on users (stripe_account_id);
create unique index users_stripe_customer_taken on users (stripe_customer_id);

-- Only the SHA-256 of a token is stored: who reads this table cannot sign in with it.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sessions_token_hash_length check (octet_length(token_hash) = 32)
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Public addresses and devices at which a user was signed in, for the self_click rule.
create table presences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  key text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, key),
  constraint presences_kind check (kind in ('ip', 'device'))
);
create index presences_seen on presences (seen_at);

grant select, insert, update, delete on users, sessions, presences to fairclick_app;
