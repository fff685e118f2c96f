-- A verdict that is being changed has looked for conversions already: one that is written since must
-- be given the verdict that comes out of it, not the one that still stands. So whoever counts waits.
create function judged_conversions(asked uuid[])
  returns table (click_id uuid, event text, state text)
  language sql security definer
  set search_path = public, pg_temp
as $$
  select w.click_id, w.event, k.state
  from (
    select click_id, event, clicked_at from conversions
    where state = 'waiting' and (asked is null or click_id = any (asked))
    order by click_id, event
  ) w
  cross join lateral (
    select conversion_state(c.verdict) as state from clicks c
    where c.id = w.click_id and c.clicked_at = w.clicked_at
    for share
  ) k
$$;
revoke execute on function judged_conversions(uuid[]) from public;
grant execute on function judged_conversions(uuid[]) to fairclick_app;
