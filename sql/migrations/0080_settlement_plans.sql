-- Settlement forbids Postgres to compare every click of a batch with every other, which it plans
-- where it expects few. The posting that it sets off looks accounts up one by one, and may.
alter function ledger_apply_entries() set enable_nestloop = on;
