-- Developers' objections to paid clicks, and operators' answers.

create table click_objections (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  text text not null,
  -- The conditions that selected the clicks; null for a single click.
  filter jsonb,
  -- How many clicks, and what they had cost, at the time of the objection.
  clicks int not null,
  micros bigint not null,
  objected_at timestamptz not null,
  state text not null default 'open',
  answer text,
  answered_by uuid references operators,
  answered_at timestamptz,
  -- What an upheld objection returned: some clicks may have been reversed before.
  reversed_clicks int not null default 0,
  reversed_micros bigint not null default 0,
  constraint click_objections_clicks check (clicks > 0 and micros > 0),
  constraint click_objections_reversed check (
    reversed_clicks between 0 and clicks and reversed_micros between 0 and micros
    and (state = 'upheld' or reversed_clicks = 0) and (reversed_clicks = 0) = (reversed_micros = 0)
  ),
  constraint click_objections_state check (
    (state = 'open' and num_nonnulls(answer, answered_by, answered_at) = 0)
    or (state in ('upheld', 'dismissed') and num_nulls(answer, answered_by, answered_at) = 0)
  )
);
create index click_objections_state on click_objections (state, id);
create index click_objections_campaign on click_objections (campaign_id, id);

-- The clicks of each objection, as they were selected. A click is objected to once.
create table click_objection_clicks (
  click_id uuid primary key,
  clicked_at timestamptz not null,
  objection_id uuid not null references click_objections
);
create index click_objection_clicks_objection on click_objection_clicks (objection_id, click_id);

grant select, insert, update on click_objections to fairclick_app;
grant select, insert on click_objection_clicks to fairclick_app;
