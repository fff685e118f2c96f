-- What operators set for the whole marketplace. One row; its changes are in the audit log.
create table marketplace_settings (
  only_row boolean primary key default true,
  -- The click rules of campaigns whose developer does not choose.
  click_rules text not null default 'literal',
  constraint marketplace_settings_only_row check (only_row),
  constraint marketplace_settings_click_rules check (click_rules in ('literal', 'shared-aware'))
);
insert into marketplace_settings default values;

grant select, update on marketplace_settings to fairclick_app;
