-- Requests for a mail by which somebody gets into an account. Written for every address alike, so
-- that neither the response nor its duration says whether the address has an account; the worker
-- looks the account up later.
create table access_requests (
  id uuid primary key,
  purpose text not null,
  email text not null,
  -- Hash of the secret in the browser that asked, for links that work only there.
  browser_hash bytea,
  at timestamptz not null,
  constraint access_requests_purpose check (purpose in ('reset_password', 'sign_in'))
);
create index access_requests_oldest on access_requests (at);

-- Null: the link works in every browser.
alter table mail_tokens add column browser_hash bytea;

grant select, insert, update, delete on access_requests to fairclick_app;
