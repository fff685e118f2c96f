-- For a creator who watches a link: what was decided about its clicks, the newest last.
create index click_decisions_link on click_decisions (campaign_id, creator_id, decided_at, clicked_at);
