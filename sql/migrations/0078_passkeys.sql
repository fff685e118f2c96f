-- Passkeys (WebAuthn credentials): each is a complete way to sign in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- Made by the authenticator, in base64url.
  credential_id text not null constraint passkeys_credential unique,
  public_key bytea not null,
  -- Signatures that the authenticator has counted; 0 if it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_sizes check (length(credential_id) <= 1400
    and octet_length(public_key) <= 2048 and length(name) between 1 and 60)
);
create index passkeys_user on passkeys (user_id, id);

-- What a passkey must sign, once. The token of the browser that received it is in a cookie.
create table passkey_challenges (
  browser_hash bytea primary key,
  challenge text not null,
  -- The user who adds a passkey; null for signing in and for proofs of identity.
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_expired on passkey_challenges (expires_at);

grant select, insert, update, delete on passkeys, passkey_challenges to fairclick_app;
