-- Clicks become invalid: nothing else is called refused.
alter function refuse_held_clicks(uuid[], timestamptz[]) rename to invalidate_held_clicks;
