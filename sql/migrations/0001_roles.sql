-- Every connection of the application runs as fairclick_app, whatever role it logs in with. Roles
-- belong to the whole cluster: another database may have created this one already, or may be
-- creating it at the same moment.
do $$
begin
  create role fairclick_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to fairclick_app;

-- Rejects updates, deletes and truncation of append-only tables: the ledger, the audit log and the
-- decisions about clicks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000', constraint = 'append_only';
end
$$;
