-- Held clicks are no longer refused because nobody decided: after a time they are judged again.

drop function invalidate_held_clicks(uuid[], timestamptz[]);

-- How far a pass over a campaign's old held clicks has come: the last click that was judged again,
-- and when the last pass ended.
alter table held_claims
  add column again_after timestamptz,
  add column again_after_id uuid,
  add column again_at timestamptz,
  add constraint held_claims_again check (num_nulls(again_after, again_after_id) in (0, 2));

-- Makes held clicks invalid for what was found when they were judged again. Besides decide_clicks,
-- the application has no other right to change a judged click.
create function invalidate_held_clicks(
  click_ids uuid[], clicked_ats timestamptz[], reasons text[], found jsonb[], version int
)
  returns table (click_id uuid, clicked_at timestamptz, creator_id uuid, reason_before text, reason text)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update clicks c set verdict = 'invalid', reason = again.reason, signals = again.signals,
    policy_version = version
  from unnest(click_ids, clicked_ats, reasons, found) as again (id, clicked_at, reason, signals)
  join clicks b on b.id = again.id and b.clicked_at = again.clicked_at
  where c.id = again.id and c.clicked_at = again.clicked_at and c.verdict = 'held'
    and b.verdict = 'held'
  returning c.id, c.clicked_at, c.creator_id, b.reason, c.reason
$$;

revoke execute on function invalidate_held_clicks from public;
grant execute on function invalidate_held_clicks to fairclick_app;
