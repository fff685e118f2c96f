import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import type { UnprovedPayout } from "@fairclick/core/money/holds";
import { type Queryable, requireRow, type Tx } from "../db/client";

/** Addresses that are looked at; more of them say nothing more. */
const MAX_ADDRESSES = 5;

export type SharedWithPayers = {
  card: boolean;
  bank: boolean;
  device: boolean;
  /** Keys of addresses, as clicks carry them; shared ones of carriers among them. */
  addresses: string[];
};

/**
 * Returns what a user shares with others who paid the user's earnings: a card that
 * paid deposits of both, a bank account or card that both were paid out to, a device or an address
 * where both were signed in, lately or when a deposit was paid.
 */
export async function findSharedWithPayers(
  db: Queryable,
  userId: UserId,
): Promise<SharedWithPayers> {
  const [row] = await db<SharedWithPayers[]>`
    /* sharedWithPayers.find */
    with payers as materialized (
      select distinct d.user_id, d.card_fingerprint
      from ledger_accounts a
      join ledger_lot_balances b on b.account_id = a.id
      join ledger_lots l on l.id = b.lot_id
      join deposits d on 'deposit:' || d.id = l.reference
      where a.kind = 'earnings' and a.owner_id = ${userId} and a.shard = 0 and d.user_id <> ${userId}
    ),
    own_places as materialized (
      select kind, key from presences where user_id = ${userId}
      union select kind, key from deposit_places where user_id = ${userId}
    ),
    payer_places as (
      select o.kind, o.key from own_places o
      where exists (select from payers p join presences s on s.user_id = p.user_id
          and s.kind = o.kind and s.key = o.key)
        or exists (select from payers p join deposit_places s on s.user_id = p.user_id
          and s.kind = o.kind and s.key = o.key)
    )
    select
      exists (
        select from payers p
        join deposits own on own.card_fingerprint = p.card_fingerprint
        where own.user_id = ${userId} and own.status = 'completed'
      ) as card,
      exists (
        select from payout_banks own
        where own.user_id = ${userId} and exists (select from payers p
          where p.card_fingerprint = own.fingerprint
            or exists (select from payout_banks theirs
              where theirs.user_id = p.user_id and theirs.fingerprint = own.fingerprint))
      ) as bank,
      exists (select from payer_places where kind = 'device' and key like 'cookie:%') as device,
      array(select key from payer_places where kind = 'ip' order by key limit ${MAX_ADDRESSES})
        as addresses`;
  return row ?? { card: false, bank: false, device: false, addresses: [] };
}

export type SharedSides = {
  /** Of the case or finding. */
  id: string;
  creator: string;
  sameUser: boolean;
} & SharedWithPayers;

/**
 * Returns what the developer of a campaign shares with each creator of the clicks that an appeal, an
 * objection or a finding is about. Leaves out creators who share nothing.
 */
export async function listSharedSides(
  db: Queryable,
  ids: readonly string[],
): Promise<SharedSides[]> {
  return db<SharedSides[]>`
    /* sharedSides.list */
    with about as materialized (
      select k.id, c.developer_id, k.user_id as creator_id
      from cases k join campaigns c on c.id = k.campaign_id
      where k.id = any (${ids}::uuid[]) and k.kind = 'appeals'
      union
      select k.id, c.developer_id, l.creator_id
      from cases k join campaigns c on c.id = k.campaign_id
      join case_clicks i on i.case_id = k.id
      join clicks l on l.id = i.click_id and l.clicked_at = i.clicked_at
      where k.id = any (${ids}::uuid[]) and k.kind = 'objections'
      union
      select f.id, c.developer_id, f.creator_id
      from link_findings f join campaigns c on c.id = f.campaign_id
      where f.id = any (${ids}::uuid[])
    ),
    places as materialized (
      select user_id, kind, key from presences
      where user_id in (select developer_id from about union select creator_id from about)
      union
      select user_id, kind, key from deposit_places
      where user_id in (select developer_id from about union select creator_id from about)
    ),
    paid_by as materialized (
      select user_id, card_fingerprint as fingerprint from deposits
      where status = 'completed' and card_fingerprint is not null
        and user_id in (select developer_id from about union select creator_id from about)
    ),
    paid_to as materialized (
      select user_id, fingerprint from payout_banks
      where user_id in (select developer_id from about union select creator_id from about)
    ),
    sides as (
      select a.id, u.username as creator, a.developer_id = a.creator_id as same_user,
        exists (select from paid_by one join paid_by other using (fingerprint)
          where one.user_id = a.developer_id and other.user_id = a.creator_id) as card,
        exists (
          select from (select * from paid_to union all select * from paid_by) one
          join (select * from paid_to union all select * from paid_by) other using (fingerprint)
          where one.user_id = a.developer_id and other.user_id = a.creator_id
            and one.fingerprint in (select fingerprint from paid_to
              where user_id in (a.developer_id, a.creator_id))
        ) as bank,
        exists (select from places one join places other using (kind, key)
          where one.user_id = a.developer_id and other.user_id = a.creator_id
            and kind = 'device' and key like 'cookie:%') as device,
        array(select distinct key from places one join places other using (kind, key)
          where one.user_id = a.developer_id and other.user_id = a.creator_id and kind = 'ip'
          order by key limit ${MAX_ADDRESSES}) as addresses
      from about a join users u on u.id = a.creator_id
    )
    select * from sides where same_user or card or bank or device or cardinality(addresses) > 0
    order by id, creator`;
}

/** Returns the other users who were paid out to a bank account or card that the user was paid out to. */
export async function findBankPayees(
  db: Queryable,
  { userId, mostNamed, mostCounted }: { userId: UserId; mostNamed: number; mostCounted: number },
): Promise<{ usernames: string[]; count: number }> {
  const [row] = await db<{ usernames: string[]; count: number }[]>`
    /* sharedWithPayers.findBankPayees */
    with payees as materialized (
      select distinct u.username from payout_banks own
      join payout_banks theirs on theirs.fingerprint = own.fingerprint and theirs.user_id <> own.user_id
      join users u on u.id = theirs.user_id
      where own.user_id = ${userId} order by u.username limit ${mostCounted}
    )
    select array(select username from payees order by username limit ${mostNamed}) as usernames,
      (select count(*) from payees)::int as count`;
  return row ?? { usernames: [], count: 0 };
}

/** Keeps where a user is signed in, because a deposit of theirs was paid. */
export async function keepDepositPlaces(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<void> {
  await tx`
    /* sharedWithPayers.keepPlaces */
    insert into deposit_places (user_id, kind, key, seen_at)
    select user_id, kind, key, ${at} from presences
    where user_id = ${userId} and (kind = 'ip' or key like 'cookie:%')
    order by seen_at desc limit 20
    on conflict (user_id, kind, key) do update set seen_at = excluded.seen_at`;
}

export async function deleteDepositPlacesBefore(db: Queryable, before: Date): Promise<void> {
  await db`
    /* sharedWithPayers.deletePlaces */ delete from deposit_places where seen_at < ${before}`;
}

/** Keeps the bank accounts and cards that a payout account pays to; earlier ones stay. */
export async function keepPayoutBanks(
  db: Queryable,
  { accountId, fingerprints, at }: { accountId: string; fingerprints: string[]; at: Date },
): Promise<void> {
  await db`
    /* sharedWithPayers.keepBanks */
    insert into payout_banks (user_id, fingerprint, seen_at)
    select u.id, f, ${at}::timestamptz from users u, unnest(${fingerprints}::text[]) f
    where u.stripe_account_id = ${accountId}
    on conflict (user_id, fingerprint) do update
      set seen_at = greatest(payout_banks.seen_at, excluded.seen_at)`;
}

const BRAKE_LOCK = 5_318_010;

/** Only one transaction at a time decides whether unproved money may leave. */
export async function lockUnprovedPayouts(tx: Tx): Promise<void> {
  await tx`/* unprovedPayouts.lock */ select pg_advisory_xact_lock(${BRAKE_LOCK})`;
}

type Carried = {
  /** Unproved money of payments younger than `paidAfter`, and all of the platform's own. */
  unprovedMicros: bigint;
  /** Whether a dispute keeps the money of one of the payments now. */
  isDisputed: boolean;
};

export async function getCarried(
  tx: Tx,
  { withdrawalId, paidAfter, now }: { withdrawalId: string; paidAfter: Date; now: Date },
): Promise<Carried> {
  const [row] = await tx<Carried[]>`
    /* unprovedPayouts.getCarried */
    select coalesce(-sum(e.micros) filter (where l.proved_by is null
        and (l.reference is null or l.created_at > ${paidAfter})), 0)::bigint
        as unproved_micros,
      coalesce(bool_or(l.frozen_until > ${now}), false) as is_disputed
    from ledger_transactions t
    join ledger_lot_entries e on e.transaction_id = t.id and e.micros < 0
    join ledger_lots l on l.id = e.lot_id
    where t.idempotency_key = ${`withdrawal:${withdrawalId}`}`;
  return requireRow(row, "what a withdrawal carries");
}

type Period = {
  /** Payouts since then count if their payment was disputed and not won. */
  disputedSince: Date;
  since: Date;
  paidAfter: Date;
};

/**
 * Lists unproved money that has left or is about to. A withdrawal that waits for its review counts, so
 * that several of them do not exceed the limit when they are released. One that failed, or that an operator
 * or the brake itself holds, does not. Payouts count since `since` if the payment is younger than
 * `paidAfter`.
 */
export async function listUnprovedPayouts(
  tx: Tx,
  { disputedSince, since, paidAfter }: Period,
): Promise<UnprovedPayout[]> {
  return tx<UnprovedPayout[]>`
    /* unprovedPayouts.list */
    select coalesce(w.completed_at, w.requested_at) as at, l.frozen_until is not null as disputed,
      -sum(e.micros)::bigint as micros
    from withdrawals w
    join ledger_transactions t on t.idempotency_key = 'withdrawal:' || w.id
    join ledger_lot_entries e on e.transaction_id = t.id and e.micros < 0
    join ledger_lots l on l.id = e.lot_id and l.proved_by is null
    where (w.status = 'completed' or (w.status = 'pending'
        and (w.held_at is null or not w.hold_kinds && '{unproved,disputed}')))
      and coalesce(w.completed_at, w.requested_at) > ${disputedSince}
      and (l.frozen_until is not null
        or (coalesce(w.completed_at, w.requested_at) > ${since}
          and (l.reference is null or l.created_at > ${paidAfter})))
    group by w.id, l.frozen_until is not null`;
}

/** Returns withdrawals that the brake holds until `at` at most, oldest first. Skips those that others have locked. */
export async function lockBraked(
  tx: Tx,
  { at, limit }: { at: Date; limit: number },
): Promise<{ id: WithdrawalId; heldAt: Date }[]> {
  return tx<{ id: WithdrawalId; heldAt: Date }[]>`
    /* unprovedPayouts.lockBraked */
    select id, held_at from withdrawals
    where hold_kinds = '{unproved}' and hold_until <= ${at} and status = 'pending'
    order by requested_at, id limit ${limit} for no key update skip locked`;
}
