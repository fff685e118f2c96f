-- Every application connection runs as fairclick_app, whichever login role opened it. Roles belong
-- to the whole cluster, so another database may have made it already, or be making it right now.
do $$
begin
  create role fairclick_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to fairclick_app;

-- Refuses to change or remove what has been written down. Used by the ledger and the audit log.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000', constraint = 'append_only';
end
$$;
