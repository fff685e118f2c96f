-- Earnings that their owner moves to the own wallet, to pay for campaigns (kind earnings_spent). Lots
-- move along as with every posting, so the money keeps the deposit that it came from.

alter table ledger_transactions drop constraint ledger_transactions_kind;
alter table ledger_transactions add constraint ledger_transactions_kind check (kind in (
  'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
  'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment',
  'loss_payment', 'stripe_fee', 'earnings_spent'
));
