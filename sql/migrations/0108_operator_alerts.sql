-- Items that the alert webhook has reported, so that each is in at most one accepted message per day.
create table operator_alerts (
  kind text not null,
  item_id text not null,
  -- When a worker took the item for a message. If that worker dies, another takes it minutes later.
  claimed_at timestamptz not null,
  -- When the webhook last accepted a message with the item.
  sent_at timestamptz,
  constraint operator_alerts_pkey primary key (kind, item_id),
  constraint operator_alerts_short check (length(kind) <= 60 and length(item_id) <= 300)
);

grant select, insert, update, delete on operator_alerts to fairclick_app;
