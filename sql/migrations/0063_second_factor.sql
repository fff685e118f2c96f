-- Codes of an authenticator app (TOTP, RFC 6238). Required at sign-in once `confirmed_at` is set.
create table totp_factors (
  user_id uuid primary key references users,
  -- Encrypted with the installation's secret; the user's id is bound to it.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the user entered a first code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code: earlier and equal steps are refused.
  last_step bigint not null default 0
);

-- Each replaces a code of the app once. Only hashes are stored; a used code is deleted.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins that wait for the second factor. The token is in a cookie of the browser.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expired on pending_sign_ins (expires_at);

grant select, insert, update, delete on totp_factors, recovery_codes, pending_sign_ins
  to fairclick_app;
