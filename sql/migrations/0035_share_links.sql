-- The Roblox share link that a developer made for this creator; visitors are sent to it instead of
-- the game's URL. Null without one.
alter table links
  add column share_url text,
  add constraint links_share_url check (
    share_url ~ '^https://www\.roblox\.com/share\?code=[A-Za-z0-9_-]{1,128}(&type=[A-Za-z]{1,40})?$');
