-- What `fairclick sql` can read: views without secrets and personal data, in a schema of their own,
-- and a role that can read nothing else (docs/decisions/244). Roles belong to the whole cluster:
-- another database may have created this one already, or may be creating it at the same moment.
do $$
begin
  create role fairclick_reader nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
-- The login of the application can then take the role, for the time of one query.
do $$
begin
  if not pg_has_role('fairclick_app', 'fairclick_reader', 'member') then
    grant fairclick_reader to fairclick_app;
  end if;
end
$$;

create schema reports;
grant usage on schema reports to fairclick_reader;

create view reports.clicks as
select c.id, c.clicked_at, c.recorded_at, c.campaign_id, g.name as campaign, c.creator_id,
  u.username as creator, c.label, c.verdict, c.reason,
  click_signal_names(c.signals) as signals, c.policy_version, c.price_micros, c.paid_micros,
  c.transaction_id, c.country, c.asn,
  network(set_masklen(c.ip, case family(c.ip) when 4 then 24 else 48 end)) as network,
  c.device_class, c.browser, c.referrer_host, c.device_known
from clicks c
left join campaigns g on g.id = c.campaign_id
left join users u on u.id = c.creator_id;
comment on view reports.clicks is 'Judged clicks that are still stored. Filter by clicked_at: there is one partition per day.';
comment on column reports.clicks.label is 'Name of the place in a named link; null without one.';
comment on column reports.clicks.verdict is 'valid, invalid, held or unpaid.';
comment on column reports.clicks.reason is 'The signal that decided; null if valid.';
comment on column reports.clicks.signals is 'Names of all signals.';
comment on column reports.clicks.price_micros is 'Price of the campaign when the click was judged, in millionths of a dollar.';
comment on column reports.clicks.paid_micros is 'What the creator was paid, in millionths of a dollar; 0 unless valid.';
comment on column reports.clicks.transaction_id is 'The ledger transaction that paid.';
comment on column reports.clicks.network is 'The /24 of an IPv4 or /48 of an IPv6 address; null once the click is anonymised.';
comment on column reports.clicks.device_known is 'Whether the device had a cookie.';

create view reports.pending_clicks as
select c.id, c.clicked_at, c.recorded_at, c.campaign_id, c.creator_id, c.label,
  click_signal_names(c.signals) as signals, c.country, c.asn, c.device_class, c.browser
from pending_clicks c;
comment on view reports.pending_clicks is 'Clicks that are recorded and not judged yet.';

create view reports.click_decisions as
select d.id, d.act_id, d.decided_at, d.action, o.name as operator, d.click_id, d.clicked_at,
  d.campaign_id, d.creator_id, d.verdict_before, d.reason_before, d.category, d.micros,
  d.transaction_id
from click_decisions d
left join operators o on o.id = d.operator_id;
comment on view reports.click_decisions is 'Clicks that operators approved, rejected, reversed or held again.';
comment on column reports.click_decisions.act_id is 'The same for all clicks that one act decided.';
comment on column reports.click_decisions.operator is 'Null if the creator''s proof approved the click.';
comment on column reports.click_decisions.micros is 'What the creator got (or lost, below 0), in millionths of a dollar.';

create view reports.campaigns as
select g.id, g.name, g.game_title, g.game_url, g.developer_id, u.username as developer,
  g.budget_micros, g.fee_micros, g.created_at, g.starts_at, g.ends_at, g.funded_at, g.paused_at,
  g.forced_pause_by, g.disabled_at, g.ended_early_at, g.released_at, g.click_rules, g.join_rule
from campaigns g
left join users u on u.id = g.developer_id;
comment on view reports.campaigns is 'All campaigns.';
comment on column reports.campaigns.budget_micros is 'The budget with all additions, in millionths of a dollar.';
comment on column reports.campaigns.fee_micros is 'Fee per paid click, in millionths of a dollar.';
comment on column reports.campaigns.forced_pause_by is 'Who paused it so that its owner cannot resume it: operator, platform, review or report.';
comment on column reports.campaigns.released_at is 'When the rest of the budget was returned.';

create view reports.links as
select l.code, l.campaign_id, g.name as campaign, l.creator_id, u.username as creator, l.joined_at,
  l.disabled_at, l.disabled_by, l.labels
from links l
left join campaigns g on g.id = l.campaign_id
left join users u on u.id = l.creator_id;
comment on view reports.links is 'All links: a creator''s participation in a campaign.';

create view reports.users as
select u.id, u.username, u.created_at, u.email_verified_at is not null as email_verified,
  u.stripe_account_verified as payouts_verified, u.country, u.suspended_at, u.deleted_at
from users u;
comment on view reports.users is 'All accounts, without mail addresses, dates of birth and secrets.';

create view reports.balances as
select a.id as account_id, a.kind, a.owner_id, a.balance_micros
from ledger_accounts a;
comment on view reports.balances is 'The accounts of the ledger.';
comment on column reports.balances.owner_id is 'A user, or the campaign of an escrow; null for the platform.';
comment on column reports.balances.balance_micros is 'Millionths of a dollar.';

create view reports.ledger as
select e.transaction_id, t.created_at as at, t.kind, t.reverses, e.account_id,
  a.kind as account, a.owner_id, e.micros, e.quantity, e.unit_micros
from ledger_entries e
join ledger_transactions t on t.id = e.transaction_id
join ledger_accounts a on a.id = e.account_id;
comment on view reports.ledger is 'Entries of the ledger, each with its transaction. The entries of a transaction sum to zero.';
comment on column reports.ledger.reverses is 'The transaction that this one undoes.';
comment on column reports.ledger.owner_id is 'A user, or the campaign of an escrow; null for the platform.';
comment on column reports.ledger.micros is 'Millionths of a dollar; above 0 the account gets them.';
comment on column reports.ledger.quantity is 'Number of clicks, times unit_micros; null for other entries.';

create view reports.deposits as
select d.id, d.user_id, u.username, d.amount_micros, d.status, d.created_at, d.completed_at
from deposits d left join users u on u.id = d.user_id;
comment on view reports.deposits is 'Payments into wallets.';

create view reports.withdrawals as
select w.id, w.user_id, u.username, w.amount_micros, w.returned_micros, w.status, w.requested_at,
  w.held_at, w.hold_kinds, w.sending_at, w.completed_at
from withdrawals w left join users u on u.id = w.user_id;
comment on view reports.withdrawals is 'Payouts of earnings.';
comment on column reports.withdrawals.status is 'pending, completed or failed.';
comment on column reports.withdrawals.returned_micros is 'What the bank returned, in millionths of a dollar.';

create view reports.conversions as
select v.click_id, v.event, v.campaign_id, v.creator_id, v.clicked_at, v.happened_at, v.received_at,
  v.value_micros, v.state
from conversions v;
comment on view reports.conversions is 'What games reported about the players of clicks.';
comment on column reports.conversions.state is 'waiting for the click''s verdict, held, counted, or off.';

create view reports.audit as
select a.id, a.at, o.name as operator, a.action, a.subject, a.reason
from audit_log a
left join operators o on o.id = a.actor_id
where a.actor_kind = 'operator';
comment on view reports.audit is 'What operators did. `fairclick audit` also shows the values before and after.';

grant select on all tables in schema reports to fairclick_reader;
