-- What Stripe charges the platform: the account `stripe_fees`, and one transaction `stripe_fee` for
-- each of Stripe's balance transactions with a fee. A negative fee, which Stripe returned, moves the
-- other way.

alter table ledger_accounts drop constraint ledger_accounts_kind;
alter table ledger_accounts add constraint ledger_accounts_kind check (
  (kind in ('wallet', 'earnings', 'in_transit', 'escrow', 'debt') and owner_id is not null and shard = 0)
  or (kind in ('stripe_clearing', 'losses', 'fees', 'stripe_fees') and owner_id is null)
);
insert into ledger_accounts (kind, owner_id, shard)
select 'stripe_fees', null, generate_series(0, 15);

alter table ledger_transactions drop constraint ledger_transactions_kind;
alter table ledger_transactions add constraint ledger_transactions_kind check (kind in (
  'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
  'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment',
  'loss_payment', 'stripe_fee'
));

-- The report of a month reads the transactions since the month began. Their times grow with their
-- place, so a range of blocks is enough of an index and costs settlement nothing.
create index ledger_transactions_time on ledger_transactions using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
