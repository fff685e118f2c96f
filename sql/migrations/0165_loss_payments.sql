-- A loss_payment moves from a wallet to the losses what a refund or a dispute of the same user's
-- deposits had cost beyond the wallet; a negative one returns it once such a claim is undone.
alter table ledger_transactions
  drop constraint ledger_transactions_kind,
  add constraint ledger_transactions_kind check (kind in (
    'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
    'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment',
    'loss_payment'
  ));
