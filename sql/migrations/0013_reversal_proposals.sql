-- Paid clicks whose addresses newer lists refuse, and how far clicks were looked up again.

-- A proposal changes nothing: an operator reverses the click or dismisses the proposal.
create table reversal_proposals (
  click_id uuid primary key,
  clicked_at timestamptz not null,
  signal text not null,
  evidence jsonb not null,
  ip_data_version int not null,
  proposed_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by uuid references operators,
  constraint reversal_proposals_dismissal check (num_nulls(dismissed_at, dismissed_by) in (0, 2))
);
create index reversal_proposals_age on reversal_proposals (clicked_at);

-- One row. Clicks of days before `day`, and those of the day up to `click_id` in order of their ids, have
-- been looked up in this version of the address data.
create table address_review (
  only_row boolean primary key default true,
  ip_data_version int not null,
  day date not null,
  click_id uuid not null,
  constraint address_review_only_row check (only_row)
);

grant select, insert, update on reversal_proposals, address_review to fairclick_app;
grant delete on reversal_proposals to fairclick_app;
