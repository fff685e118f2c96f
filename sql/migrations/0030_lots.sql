-- Lots: from which deposit each cent comes. Every deposit is a lot. Wallets, escrows, earnings and
-- money in transit hold lots; each posting moves them, so no caller can forget them.

create table ledger_lots (
  -- The deposit's transaction. The nil id is the platform's own money: it has no deposit and comes
  -- from the losses and from debts.
  id uuid primary key,
  -- The deposit.
  reference text,
  created_at timestamptz not null default now(),
  -- What makes the payment safe before it is old; null if nothing does.
  proved_by text,
  -- Until when its money cannot leave: infinity while the payment is disputed; null if it is not.
  frozen_until timestamptz,
  constraint ledger_lots_one_per_deposit unique (reference),
  constraint ledger_lots_proved_by check (proved_by in ('three_d_secure', 'known_card'))
);
insert into ledger_lots (id, proved_by)
values ('00000000-0000-0000-0000-000000000000', 'known_card');

-- What an account holds of each lot. The sum is the account's balance.
create table ledger_lot_balances (
  account_id bigint not null references ledger_accounts,
  lot_id uuid not null references ledger_lots,
  micros bigint not null,
  primary key (account_id, lot_id),
  constraint ledger_lot_balance_not_negative check (micros >= 0)
) with (fillfactor = 50);
create index ledger_lot_balances_lot on ledger_lot_balances (lot_id);

-- Each entry, split by lot. Every transaction sums to zero in every lot.
create table ledger_lot_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  lot_id uuid not null,
  micros bigint not null,
  primary key (transaction_id, account_id, lot_id),
  constraint ledger_lot_entries_not_zero check (micros <> 0)
);
create index ledger_lot_entries_account on ledger_lot_entries (account_id, lot_id, transaction_id);
create index ledger_lot_entries_lot on ledger_lot_entries (lot_id, transaction_id);

-- Moves lots along with a statement's entries; `ledger_apply_entries` runs first and holds the locks
-- of all their accounts. A debited account gives its lots first in, first out; proved lots go before
-- the others and disputed ones last. These go first:
--   of a refund or dispute, the lot of its deposit;
--   of a reversal, the lots that the account that gets the money back had before.
-- Credited accounts take what was given, in the order of account ids.
-- Money from an account without lots is a new lot (a deposit), the lots that left before (a returned
-- withdrawal, a reversed refund), or the platform's own.
create function ledger_move_lots() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_nestloop = on
as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  uncovered uuid;
begin
  insert into ledger_lots (id, reference)
  select t.id, t.reference from ledger_transactions t
  where t.id in (select transaction_id from fresh) and t.kind = 'deposit'
  on conflict (id) do nothing;

  with posted as materialized (
    select f.transaction_id, f.account_id, f.micros, t.kind, t.reference, t.reverses,
      a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') as carries
    from fresh f
    join ledger_transactions t on t.id = f.transaction_id
    join ledger_accounts a on a.id = f.account_id
  ),
  -- Several transactions of one statement may debit an account: each starts where the last one ended.
  debits as (
    select *, sum(-micros) over debited + micros as starts, sum(-micros) over debited as ends
    from posted where micros < 0 and carries
    window debited as (partition by account_id order by transaction_id)
  ),
  taken as (
    select d.transaction_id, d.account_id, l.lot_id, l.place,
      least(l.ends, d.ends) - greatest(l.starts, d.starts) as micros
    from debits d
    cross join lateral (
      select b.lot_id, row_number() over lots as place,
        sum(b.micros) over lots as ends, sum(b.micros) over lots - b.micros as starts
      from ledger_lot_balances b
      join ledger_lots k on k.id = b.lot_id
      where b.account_id = d.account_id
      window lots as (order by
        d.kind in ('refund', 'dispute') and k.reference is not distinct from d.reference desc,
        d.kind in ('reversal', 'click_reversal') and exists (
          select from posted p
          join ledger_lot_entries e on e.account_id = p.account_id and e.lot_id = b.lot_id
          where p.transaction_id = d.transaction_id and p.micros > 0 and p.carries
        ) desc,
        coalesce(k.frozen_until > now(), false), k.proved_by is null, k.created_at, k.id
      )
    ) l
    where l.starts < d.ends and l.ends > d.starts
  ),
  -- Debits of accounts without lots: money that enters.
  entering as (
    select *, sum(-micros) over entered + micros as starts, sum(-micros) over entered as ends
    from posted where micros < 0 and not carries
    window entered as (partition by transaction_id order by account_id)
  ),
  -- Lots that left with an earlier transaction, less what came back since.
  departed as (
    select p.transaction_id, e.lot_id, a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') as carried,
      sum(-e.micros) over departures + e.micros - back.micros as starts,
      sum(-e.micros) over departures - back.micros as ends
    from (select distinct transaction_id, kind, reference, reverses from entering) p
    join ledger_transactions s on s.id = p.reverses
      or (p.kind = 'withdrawal_failed' and s.kind = 'withdrawal_paid' and s.reference = p.reference)
    join ledger_lot_entries e on e.transaction_id = s.id and e.micros < 0
    join ledger_accounts a on a.id = e.account_id
    cross join lateral (
      select coalesce(sum(r.micros), 0) as micros
      from ledger_transactions b
      join ledger_lot_entries r on r.transaction_id = b.id and r.micros > 0
      where p.kind = 'withdrawal_failed' and b.kind = p.kind and b.reference = p.reference
    ) back
    window departures as (
      partition by p.transaction_id
      order by a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') desc, e.account_id, e.lot_id
    )
  ),
  returned as (
    select n.transaction_id, n.account_id, d.lot_id, row_number() over (order by d.starts) as place,
      least(d.ends, n.ends) - greatest(d.starts, n.starts, 0) as micros
    from entering n
    join departed d on d.transaction_id = n.transaction_id
      and d.starts < n.ends and d.ends > greatest(n.starts, 0)
  ),
  given as materialized (
    select *, sum(micros) over gifts - micros as starts, sum(micros) over gifts as ends
    from (
      select transaction_id, account_id, lot_id, place, micros, 1 as turn from taken
      union all
      select transaction_id, account_id, lot_id, place, micros, 2 from returned
      union all
      select n.transaction_id, n.account_id,
        case n.kind when 'deposit' then n.transaction_id else platform end, 0,
        -n.micros - coalesce((select sum(r.micros) from returned r
          where r.transaction_id = n.transaction_id and r.account_id = n.account_id), 0), 3
      from entering n
    ) pieces
    where micros > 0
    window gifts as (partition by transaction_id order by turn, account_id, place)
  ),
  credits as (
    select *, sum(micros) over credited - micros as starts, sum(micros) over credited as ends
    from posted where micros > 0
    window credited as (partition by transaction_id order by carries desc, account_id)
  ),
  moved as materialized (
    select transaction_id, account_id, lot_id, -sum(micros) as micros from given group by 1, 2, 3
    union all
    select c.transaction_id, c.account_id, g.lot_id, sum(least(g.ends, c.ends) - greatest(g.starts, c.starts))
    from credits c
    join given g on g.transaction_id = c.transaction_id and g.starts < c.ends and g.ends > c.starts
    group by 1, 2, 3
  ),
  written as (
    insert into ledger_lot_entries (transaction_id, account_id, lot_id, micros)
    select transaction_id, account_id, lot_id, micros from moved
  ),
  net as (
    select m.account_id, m.lot_id, sum(m.micros) as micros
    from moved m
    join (select distinct account_id from posted where carries) a using (account_id)
    group by 1, 2 having sum(m.micros) <> 0
  ),
  changed as (
    update ledger_lot_balances b set micros = b.micros + n.micros
    from net n where b.account_id = n.account_id and b.lot_id = n.lot_id and b.micros + n.micros <> 0
  ),
  emptied as (
    delete from ledger_lot_balances b
    using net n where b.account_id = n.account_id and b.lot_id = n.lot_id and b.micros + n.micros = 0
  ),
  opened as (
    insert into ledger_lot_balances (account_id, lot_id, micros)
    select n.account_id, n.lot_id, n.micros from net n
    where not exists (
      select from ledger_lot_balances b where b.account_id = n.account_id and b.lot_id = n.lot_id
    )
  )
  select d.transaction_id into uncovered
  from (select transaction_id, sum(-micros) as micros from posted where micros < 0 group by 1) d
  left join (select transaction_id, sum(micros) as micros from given group by 1) g using (transaction_id)
  where d.micros <> coalesce(g.micros, 0)
  limit 1;
  if uncovered is not null then
    raise exception 'ledger: the lots of transaction % do not cover it', uncovered
      using errcode = '23514', constraint = 'ledger_lots_cover';
  end if;
  return null;
end
$$;
create trigger ledger_move_lots after insert on ledger_entries
  referencing new table as fresh for each statement execute function ledger_move_lots();

create trigger ledger_lot_entries_append_only before update or delete on ledger_lot_entries
  for each row execute function refuse_change();
create trigger ledger_lot_entries_no_truncate before truncate on ledger_lot_entries
  for each statement execute function refuse_change();
create trigger ledger_lot_balances_moved_only before insert or update or delete on ledger_lot_balances
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_lot_balances_no_truncate before truncate on ledger_lot_balances
  for each statement execute function refuse_change();

grant select on ledger_lots, ledger_lot_balances, ledger_lot_entries to fairclick_app;
grant update (proved_by, frozen_until) on ledger_lots to fairclick_app;
