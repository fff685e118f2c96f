-- A suspended user's links stop, and so do those of a suspended developer's campaigns.
create function notify_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('link_changed', '*:' || new.id);
  perform pg_notify('link_changed', id || ':*') from campaigns where developer_id = new.id;
  return null;
end
$$;
create trigger users_notify after update of suspended_at on users
  for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function notify_suspension();

-- Keys that every process must share and nobody outside may know, made by the first that needs one.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on secrets to fairclick_app;
