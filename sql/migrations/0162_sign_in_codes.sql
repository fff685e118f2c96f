-- One-time codes with which a browser that comes back from Google fetches its session. Code and
-- browser are stored as SHA-256.
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
grant select, insert, update, delete on sign_in_codes to fairclick_app;
