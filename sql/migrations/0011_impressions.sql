-- Loads of a creator's embed, per link and hour. Click-through rates are measured against them.
create table impression_rollups (
  campaign_id uuid not null,
  creator_id uuid not null,
  hour timestamptz not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id, hour),
  constraint impression_rollups_positive check (impressions > 0)
);

grant select, insert, update on impression_rollups to fairclick_app;
