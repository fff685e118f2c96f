-- The platform's fee: an amount per paid click that is fixed when a campaign is created. A paid click
-- moves its price to its creator and the fee to the platform's account `fees`.

alter table campaigns add column fee_micros bigint not null default 0;
alter table campaigns add constraint campaigns_fee_not_negative check (fee_micros >= 0);

alter table ledger_accounts drop constraint ledger_accounts_kind;
alter table ledger_accounts add constraint ledger_accounts_kind check (
  (kind in ('wallet', 'earnings', 'in_transit', 'escrow', 'debt') and owner_id is not null and shard = 0)
  or (kind in ('stripe_clearing', 'losses', 'fees') and owner_id is null)
);
insert into ledger_accounts (kind, owner_id, shard) select 'fees', null, generate_series(0, 15);
