-- A creator's sentence about a click that was refused, and what an operator answered.
create table click_appeals (
  id uuid primary key,
  click_id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  text text not null,
  appealed_at timestamptz not null,
  state text not null default 'open',
  answer text,
  answered_by uuid references operators,
  answered_at timestamptz,
  constraint click_appeals_once unique (click_id),
  constraint click_appeals_state check (
    (state = 'open' and num_nonnulls(answer, answered_by, answered_at) = 0)
    or (state in ('accepted', 'declined') and num_nulls(answer, answered_by, answered_at) = 0)
  )
);
create index click_appeals_state on click_appeals (state, id);
create index click_appeals_open on click_appeals (creator_id) where state = 'open';

grant select, insert, update on click_appeals to fairclick_app;
