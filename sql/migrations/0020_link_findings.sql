-- What speaks against whole links, and what operators decided about it.

create table link_findings (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  -- Signals with their figures: [{"signal", "evidence"}].
  signals jsonb not null,
  -- The first of the judged clicks.
  from_at timestamptz not null,
  found_at timestamptz not null,
  -- cleared: the clicks are paid; lapsed: the same, because nobody decided in time; confirmed: the
  -- clicks from from_at to closed_at become invalid.
  state text not null default 'open',
  closed_at timestamptz,
  closed_by uuid references operators,
  -- When the last click was decided as the state says.
  finished_at timestamptz,
  -- What the creator says about it, once.
  explanation text,
  explained_at timestamptz,
  constraint link_findings_signals check (jsonb_typeof(signals) = 'array' and signals <> '[]'),
  constraint link_findings_state check (
    (state = 'open' and num_nonnulls(closed_at, closed_by, finished_at) = 0)
    or (state = 'lapsed' and closed_at is not null and closed_by is null)
    or (state in ('cleared', 'confirmed') and num_nulls(closed_at, closed_by) = 0)
  ),
  constraint link_findings_explained check ((explanation is null) = (explained_at is null))
);
create unique index link_findings_one_open on link_findings (campaign_id, creator_id) where state = 'open';
create index link_findings_link on link_findings (campaign_id, creator_id, closed_at);
create index link_findings_creator on link_findings (creator_id);
create index link_findings_state on link_findings (state, id);
create index link_findings_unfinished on link_findings (id) where finished_at is null;

-- A decision without an operator is an approval: the game's reports proved the click, or nobody
-- decided in time about a finding.
grant select, insert, update on link_findings to fairclick_app;
