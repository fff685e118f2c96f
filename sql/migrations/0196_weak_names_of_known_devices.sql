-- The name by its looks of a device that is known by its cookie. Of other devices it is device_key.
alter table pending_clicks add column weak_key text;
alter table clicks add column weak_key text;

create or replace function anonymise_click_day(day date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed bigint;
begin
  update clicks set ip = null, ip_key = null, device_key = null, weak_key = null, user_agent = null
  where clicked_at >= day::timestamp at time zone 'UTC'
    and clicked_at < (day + 1)::timestamp at time zone 'UTC'
    and num_nonnulls(ip, ip_key, device_key, weak_key, user_agent) > 0;
  get diagnostics changed = row_count;
  insert into anonymised_click_days (day) values (day) on conflict do nothing;
  return changed;
end
$$;
