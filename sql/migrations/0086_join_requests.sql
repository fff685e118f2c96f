-- Who may join a campaign, and the requests of creators to join one whose developer approves each.
alter table campaigns
  add column join_rule text not null default 'everybody',
  add constraint campaigns_join_rule check (join_rule in ('everybody', 'verified', 'approval'));

create table join_requests (
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  message text not null,
  requested_at timestamptz not null,
  state text not null default 'open',
  -- Why the developer refused.
  answer text,
  decided_at timestamptz,
  primary key (campaign_id, creator_id),
  constraint join_requests_texts check (length(message) <= 300 and length(answer) <= 300),
  constraint join_requests_state check (
    (state = 'open' and num_nonnulls(answer, decided_at) = 0)
    or (state in ('accepted', 'withdrawn') and answer is null and decided_at is not null)
    or (state = 'refused' and num_nulls(answer, decided_at) = 0))
);
create index join_requests_open on join_requests (campaign_id, requested_at, creator_id)
  where state = 'open';
create index join_requests_creator on join_requests (creator_id, requested_at);
grant select, insert, update, delete on join_requests to fairclick_app;
