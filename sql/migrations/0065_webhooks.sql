-- Addresses that users want their events sent to. Secrets are derived from the installation's secret,
-- the endpoint's id and `secret_version`, so that none is stored here.
create table webhook_endpoints (
  id uuid primary key,
  user_id uuid not null references users,
  url text not null,
  -- Names of events, `deposit.arrived`.
  events text[] not null,
  secret_version int not null default 1,
  -- The version before the current one signs too, for a day from here. Null: never rotated.
  rotated_at timestamptz,
  -- Failed attempts since the last success.
  failures int not null default 0,
  -- Nothing is sent before this moment: the endpoint failed.
  retry_at timestamptz,
  -- Null: enabled. failures: disabled after too many failures; owner: by its owner.
  disabled text,
  created_at timestamptz not null,
  constraint webhook_endpoints_url check (length(url) <= 500),
  constraint webhook_endpoints_events check (cardinality(events) between 1 and 50),
  constraint webhook_endpoints_disabled check (disabled in ('failures', 'owner'))
);
create index webhook_endpoints_user on webhook_endpoints (user_id);

-- One row per event and endpoint, written with the notice of the event.
create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The notice.
  event_id uuid not null,
  event text not null,
  -- Exactly what is signed and sent, by each attempt.
  body text not null,
  at timestamptz not null,
  status text not null default 'pending',
  attempts int not null default 0,
  -- Not to be sent before this moment: a worker sends it now, or it is to be retried.
  due_at timestamptz,
  -- Given up when an attempt fails after this moment.
  expires_at timestamptz not null,
  finished_at timestamptz,
  response_status int,
  problem text,
  primary key (endpoint_id, event_id),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null))
);
create index webhook_deliveries_due_first on webhook_deliveries (endpoint_id, due_at)
  where status = 'pending';
create index webhook_deliveries_oldest on webhook_deliveries (at);

grant select, insert, update, delete on webhook_endpoints, webhook_deliveries to fairclick_app;
