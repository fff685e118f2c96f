-- When the sums of the user's clicks and conversions were last compared with what was reported.
alter table webhook_endpoints add column summed_at timestamptz;
create index webhook_endpoints_summed on webhook_endpoints (summed_at nulls first)
  where disabled is null;

-- What a user's webhooks know about a campaign: of a developer about the campaign, of a creator about
-- the link to it. Written with the events about the difference.
create table webhook_marks (
  user_id uuid not null references users,
  campaign_id uuid not null references campaigns,
  -- campaign: the user is its developer; link: the user joined it.
  side text not null,
  -- State, clicks by verdict, money and conversions, as `ReportedSums`.
  reported jsonb not null,
  checked_at timestamptz not null,
  primary key (user_id, campaign_id, side),
  constraint webhook_marks_side check (side in ('campaign', 'link'))
);

grant select, insert, update, delete on webhook_marks to fairclick_app;
