-- As clicks do: the ledger is kept from being emptied by its own triggers, which say so.
alter table click_decisions
  drop constraint click_decisions_transaction_id_fkey,
  drop constraint click_decisions_paid_by_fkey;
