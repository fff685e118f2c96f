-- Double entry, append-only. Positive micros are owed to the account's owner. Every transaction
-- sums to zero. Only a posted entry moves a balance: the application may insert entries and has no
-- right to update a balance, an entry or a transaction.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The user or the campaign; null for the platform's own accounts.
  owner_id uuid,
  -- The platform's accounts have no limits to guard, so each is spread over several rows: concurrent
  -- postings then do not wait for the same lock.
  shard smallint not null default 0,
  balance_micros bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint ledger_accounts_one_each unique nulls not distinct (kind, owner_id, shard),
  constraint ledger_accounts_kind check (
    (kind in ('wallet', 'earnings', 'in_transit', 'escrow', 'debt') and owner_id is not null and shard = 0)
    or (kind in ('stripe_clearing', 'losses') and owner_id is null)
  ),
  constraint ledger_balance_not_negative check (
    kind not in ('wallet', 'earnings', 'in_transit', 'escrow') or balance_micros >= 0
  ),
  -- What a creator owes because clicks were reversed after their pay was spent. The balance is what
  -- the creator is owed, so it is never above zero; later earnings repay it (kind debt_payment).
  constraint ledger_debt_not_positive check (kind <> 'debt' or balance_micros <= 0)
) with (fillfactor = 50);
create index ledger_accounts_owner on ledger_accounts (owner_id);

insert into ledger_accounts (kind, owner_id, shard)
select kind, null, shard from unnest(array['stripe_clearing', 'losses']) kind, generate_series(0, 15) shard;

create table ledger_transactions (
  id uuid primary key,
  kind text not null,
  idempotency_key text not null,
  -- The deposit, campaign, withdrawal or settlement that caused it.
  reference text,
  memo text,
  reverses uuid references ledger_transactions,
  created_at timestamptz not null default now(),
  created_xid xid8 not null default pg_current_xact_id(),
  constraint ledger_transactions_idempotency_key unique (idempotency_key),
  constraint ledger_transactions_reversed_once unique (reverses),
  constraint ledger_transactions_reversal check ((kind = 'reversal') = (reverses is not null)),
  -- A reversal is the exact opposite of one transaction. A click_reversal reverses some clicks of one
  -- campaign, whichever transactions paid them. A loss_payment moves from a wallet to the losses what
  -- a refund or dispute of the same user's deposits had cost beyond the wallet; a negative one
  -- returns it when the claim is undone.
  constraint ledger_transactions_kind check (kind in (
    'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
    'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment',
    'loss_payment'
  ))
);
create index ledger_transactions_reference on ledger_transactions (reference);
create index ledger_transactions_corrections on ledger_transactions (id)
  where kind in ('reversal', 'click_reversal', 'debt_payment');

create table ledger_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  micros bigint not null,
  -- Of a click payout: the number of clicks, and the price of each.
  quantity bigint,
  unit_micros bigint,
  primary key (transaction_id, account_id),
  constraint ledger_entries_not_zero check (micros <> 0),
  constraint ledger_entries_itemised check (
    (quantity is null and unit_micros is null) or (quantity > 0 and abs(micros) = quantity * unit_micros)
  )
);
create index ledger_entries_account on ledger_entries (account_id, transaction_id);

-- Applies a statement's entries to their balances. Locks are taken in the order of account ids, so
-- two postings can wait for one another but never deadlock. Sequential scans are disabled because
-- Postgres would otherwise keep a plan made while the table was empty. Nested loops are enabled
-- because settlement disables them for its session, and the lookups here need them.
create function ledger_apply_entries() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_nestloop = on
as $$
declare
  transaction_ids uuid[];
  account_ids bigint[];
  deltas bigint[];
  affected int;
begin
  select array_agg(distinct transaction_id) into transaction_ids from fresh;
  if transaction_ids is null then
    return null;
  end if;

  -- Each statement balances by itself, so that no moment of a transaction is worth anything.
  if exists (select 1 from fresh group by transaction_id having sum(micros) <> 0) then
    raise exception 'ledger: entries do not sum to zero'
      using errcode = '23514', constraint = 'ledger_transaction_balanced';
  end if;

  select count(*) into affected from ledger_transactions t
  where t.id = any (transaction_ids) and t.created_xid = pg_current_xact_id();
  if affected <> cardinality(transaction_ids) then
    raise exception 'ledger: entries for an unknown or closed transaction'
      using errcode = '23514', constraint = 'ledger_transaction_open';
  end if;

  select array_agg(account_id order by account_id), array_agg(delta order by account_id)
  into account_ids, deltas
  from (select account_id, sum(micros)::bigint as delta from fresh group by account_id) sums;

  perform 1 from ledger_accounts a where a.id = any (account_ids) order by a.id for no key update;
  update ledger_accounts a set balance_micros = a.balance_micros + d.delta
  from unnest(account_ids, deltas) as d (id, delta) where a.id = d.id;
  get diagnostics affected = row_count;
  if affected <> cardinality(account_ids) then
    raise exception 'ledger: entry for an unknown account'
      using errcode = '23514', constraint = 'ledger_account_known';
  end if;
  return null;
end
$$;
create trigger ledger_apply_entries after insert on ledger_entries
  referencing new table as fresh for each statement execute function ledger_apply_entries();

-- At commit, every transaction has at least two entries and sums to zero.
create function ledger_check_balanced() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  total numeric;
  lines int;
begin
  select coalesce(sum(micros), 0), count(*) into total, lines
  from ledger_entries where transaction_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'ledger: transaction % does not sum to zero', new.id
      using errcode = '23514', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end
$$;
create constraint trigger ledger_check_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_balanced();

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();

-- An account opens with a balance of zero, and only the trigger above changes a balance: the table's
-- owner cannot update it directly either.
create trigger ledger_accounts_open_empty before insert on ledger_accounts
  for each row when (new.balance_micros <> 0) execute function refuse_change();
create trigger ledger_accounts_posted_only before update or delete on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();

-- Locks accounts for the application, which has no right to update them and so cannot lock them
-- itself. Takes the locks in the order of account ids, as postings do.
create function ledger_lock_accounts(kinds text[], owner_ids uuid[])
  returns table (id bigint, kind text, owner_id uuid, balance_micros bigint)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  select a.id, a.kind, a.owner_id, a.balance_micros
  from unnest(kinds, owner_ids) as wanted (kind, owner_id)
  join ledger_accounts a on a.kind = wanted.kind and a.owner_id = wanted.owner_id
  order by a.id for no key update of a
$$;

revoke execute on function ledger_lock_accounts from public;
grant execute on function ledger_lock_accounts to fairclick_app;
grant select on ledger_accounts, ledger_transactions, ledger_entries to fairclick_app;
grant insert (kind, owner_id) on ledger_accounts to fairclick_app;
grant insert (id, kind, idempotency_key, reference, memo, reverses) on ledger_transactions to fairclick_app;
grant insert on ledger_entries to fairclick_app;
