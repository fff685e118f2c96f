-- Keys with which programs of a user call the API. A key that is revoked is deleted; the audit log
-- keeps its name.
create table personal_keys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  -- SHA-256 of 256 random bits: the token itself is shown once and not stored.
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  -- At most an hour old. Null: never used.
  last_used_at timestamptz,
  -- Null: does not expire.
  expires_at timestamptz,
  constraint personal_keys_token_hash unique (token_hash),
  constraint personal_keys_name check (length(name) between 1 and 60),
  constraint personal_keys_scopes check (
    cardinality(scopes) > 0
    and scopes <@ array['read', 'campaigns', 'links', 'webhooks', 'payouts']
  )
);
create index personal_keys_user on personal_keys (user_id);

grant select, insert, update, delete on personal_keys to fairclick_app;
