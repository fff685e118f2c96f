-- Clicks that cannot be written down as they are. They wait here for a person, and nothing waits for
-- them: a job that fails for ever would hold back the judging of all others.
create table parked_clicks (
  -- The click's own id, or a digest of its text where it has none.
  key text primary key,
  -- JSON as text: what the jsonb type refuses is one of the reasons to be here.
  payload text not null,
  problem text not null,
  parked_at timestamptz not null default now()
);
grant select, insert, delete on parked_clicks to fairclick_app;
