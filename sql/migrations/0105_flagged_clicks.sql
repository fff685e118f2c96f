-- Which signals a click has, in an order that an index can use.
create function click_signal_names(signals jsonb) returns text[]
  language sql immutable parallel safe
return array(select signal ->> 'signal' from jsonb_array_elements(signals) as found (signal));

-- Flagged clicks are a small part of all clicks. Operators read them newest first, whichever way
-- they narrow them down; paid clicks cost none of these indices anything.
create index clicks_flagged on clicks (clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_campaign on clicks (campaign_id, clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_creator on clicks (creator_id, clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_signals on clicks using gin (click_signal_names(signals)) where verdict in ('held', 'invalid');
