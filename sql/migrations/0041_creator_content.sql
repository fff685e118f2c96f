-- What creators say they make, and where: names from the lists in core, empty if they say nothing.
-- Campaigns name the creators that they want the same way; an empty list wants all.
alter table users
  add column content_categories text[] not null default '{}',
  add column content_platforms text[] not null default '{}',
  add constraint users_content check (
    cardinality(content_categories) <= 30 and cardinality(content_platforms) <= 30);
alter table campaigns
  add column wanted_categories text[] not null default '{}',
  add column wanted_platforms text[] not null default '{}',
  add constraint campaigns_wanted check (
    cardinality(wanted_categories) <= 30 and cardinality(wanted_platforms) <= 30);
