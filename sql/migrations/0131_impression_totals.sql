-- Impressions per link over all hours, for screens that show nothing else: the hours of a busy
-- campaign are hundreds of thousands of rows. Kept from the hours, and by nobody else.
create table impression_totals (
  campaign_id uuid not null,
  creator_id uuid not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id),
  constraint impression_totals_positive check (impressions > 0)
);
insert into impression_totals
select campaign_id, creator_id, sum(impressions) from impression_rollups group by 1, 2;

create function total_impressions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into impression_totals as total (campaign_id, creator_id, impressions)
    select campaign_id, creator_id, sum(impressions) from fresh group by 1, 2 order by 1, 2
    on conflict (campaign_id, creator_id) do update set impressions = total.impressions + excluded.impressions;
  else
    update impression_totals total set impressions = total.impressions + more.impressions
    from (
      select f.campaign_id, f.creator_id, sum(f.impressions - s.impressions) as impressions
      from fresh f join stale s using (campaign_id, creator_id, hour) group by 1, 2
    ) more
    where total.campaign_id = more.campaign_id and total.creator_id = more.creator_id;
  end if;
  return null;
end
$$;
create trigger impressions_counted after insert on impression_rollups
  referencing new table as fresh for each statement execute function total_impressions();
create trigger impressions_added after update on impression_rollups
  referencing old table as stale new table as fresh for each statement execute function total_impressions();

grant select on impression_totals to fairclick_app;
