-- A developer reads all clicks of a campaign, newest first. The index of links begins with the link:
-- without this one, a page of a campaign reads and sorts all of its clicks.
create index clicks_campaign on clicks (campaign_id, clicked_at, id);
