-- How the last visits of each link were judged, the newest last: 1 is refused, 0 anything else.
create table link_outcomes (
  campaign_id uuid not null,
  creator_id uuid not null,
  outcomes text not null,
  primary key (campaign_id, creator_id)
);

grant select, insert, update on link_outcomes to fairclick_app;
