-- A pause that the developer cannot lift: an operator's, or the platform's after a dispute or a loss.
-- A campaign that its developer had paused before stays paused when the forced pause is lifted.
alter table campaigns
  add column forced_pause_at timestamptz,
  add column forced_pause_by text,
  add column forced_pause_reason text,
  add column disabled_reason text,
  add constraint campaigns_forced_pause check (
    (forced_pause_at is null) = (forced_pause_by is null)
    and (forced_pause_at is null) = (forced_pause_reason is null)
    and (forced_pause_at is null or paused_at is not null)
  ),
  add constraint campaigns_forced_pause_by check (forced_pause_by in ('operator', 'platform')),
  add constraint campaigns_disabled_reason check (disabled_reason is null or disabled_at is not null);

alter table users
  add column suspension_reason text,
  add constraint users_suspension_reason check (suspension_reason is null or suspended_at is not null);

-- What an operator holds is not sent.
alter table withdrawals
  add column held_at timestamptz,
  add column hold_reason text,
  add constraint withdrawals_held check ((held_at is null) = (hold_reason is null));

-- What operators page through.
create index users_newest on users (created_at desc, id desc);
create index links_newest on links (joined_at desc, code desc);
create index withdrawals_newest on withdrawals (requested_at desc, id desc);
create index withdrawals_on_hold on withdrawals (requested_at desc, id desc) where held_at is not null;
create index audit_log_actor on audit_log (actor_id, id desc);
