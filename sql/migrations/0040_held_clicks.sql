create index clicks_held on clicks (campaign_id, recorded_at) where verdict = 'held';

-- The one change that a judged click may see: what is held is refused, once.
create function refuse_held_clicks(click_ids uuid[], clicked_ats timestamptz[])
  returns table (creator_id uuid, clicked_at timestamptz, reason text)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update clicks c set verdict = 'invalid'
  from unnest(click_ids, clicked_ats) as refused (id, clicked_at)
  where c.id = refused.id and c.clicked_at = refused.clicked_at and c.verdict = 'held'
  returning c.creator_id, c.clicked_at, c.reason
$$;
revoke execute on function refuse_held_clicks from public;
grant execute on function refuse_held_clicks to fairclick_app;
