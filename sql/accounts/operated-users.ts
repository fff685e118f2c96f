import type { Tie } from "@fairclick/core/accounts/users";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import {
  arrayLiteral,
  type Fragment,
  type PageRequest,
  type Queryable,
  type Tx,
} from "../db/client";

export type OperatedUser = {
  id: UserId;
  username: string;
  email: string;
  createdAt: Date;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  deletedAt: Date | null;
  payoutsVerified: boolean;
  walletMicros: bigint;
  earningsMicros: bigint;
  inTransitMicros: bigint;
  /** What the user owes for reversed clicks. */
  debtMicros: bigint;
  campaigns: number;
  links: number;
};

export type UserFilter = {
  /** Part of a username or e-mail address. */
  search: string | null;
  suspended: boolean;
};

/** Lists users, newest first. */
export async function listUsers(
  db: Queryable,
  { search, suspended, limit, cursor }: UserFilter & PageRequest<UserId>,
): Promise<OperatedUser[]> {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db<OperatedUser[]>`
    /* operating.listUsers */
    ${selectUsers(db)}
    where (${pattern}::text is null or u.username ilike ${pattern} or u.email ilike ${pattern})
      and (not ${suspended}::boolean or u.suspended_at is not null)
      and (${cursor}::uuid is null or (u.created_at, u.id) <
        (select created_at, id from users where id = ${cursor}))
    order by u.created_at desc, u.id desc limit ${limit}`;
}

export async function findUserById(db: Queryable, id: UserId): Promise<OperatedUser | null> {
  const [row] = await db<OperatedUser[]>`
    /* operating.findUserById */
    ${selectUsers(db)} where u.id = ${id}`;
  return row ?? null;
}

/** Finds a user by e-mail address or username, in any case of letters. */
export async function findUserId(db: Queryable, name: string): Promise<UserId | null> {
  const [row] = await db<{ id: UserId }[]>`
    /* operating.findUserId */
    select id from users where email = lower(${name}) or lower(username) = lower(${name})
    order by email = lower(${name}) desc limit 1`;
  return row?.id ?? null;
}

export type Suspension = {
  username: string;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  deletedAt: Date | null;
};

export async function lockSuspension(tx: Tx, id: UserId): Promise<Suspension | null> {
  const [row] = await tx<Suspension[]>`
    /* operating.lockSuspension */
    select username, suspended_at, suspension_reason,
      deleted_at
    from users where id = ${id} for no key update`;
  return row ?? null;
}

/** Suspends a user, or lifts the suspension if both values are null. */
export async function updateSuspension(
  tx: Tx,
  { id, at, reason }: { id: UserId; at: Date | null; reason: string | null },
): Promise<void> {
  await tx`
    /* operating.updateSuspension */
    update users set suspended_at = ${at}, suspension_reason = ${reason} where id = ${id}`;
}

/** Returns how many accounts an operator has suspended after a time. Waits for the operator's concurrent acts. */
export async function lockSuspendedAccounts(
  tx: Tx,
  { operatorId, since }: { operatorId: OperatorId; since: Date },
): Promise<number> {
  await tx`
    /* operating.lockOperator */
    select pg_advisory_xact_lock(hashtextextended(${`accounts:${operatorId}`}, 0))`;
  const [row] = await tx<{ accounts: number }[]>`
    /* operating.countSuspended */
    select count(*)::int as accounts from audit_log
    where actor_kind = 'operator' and actor_id = ${operatorId} and at > ${since}
      and action = 'user.suspend'`;
  return row?.accounts ?? 0;
}

function selectUsers(db: Queryable) {
  return db`
    select u.id, u.username, u.email, u.created_at,
      u.suspended_at, u.suspension_reason,
      u.deleted_at, u.stripe_account_verified as payouts_verified,
      a.wallet as wallet_micros, a.earnings as earnings_micros, a.in_transit as in_transit_micros,
      a.debt as debt_micros,
      (select count(*) from campaigns c where c.developer_id = u.id)::int as campaigns,
      (select count(*) from links l where l.creator_id = u.id)::int as links
    from users u
    cross join lateral (
      select coalesce(sum(balance_micros) filter (where kind = 'wallet'), 0)::bigint as wallet,
        coalesce(sum(balance_micros) filter (where kind = 'earnings'), 0)::bigint as earnings,
        coalesce(sum(balance_micros) filter (where kind = 'in_transit'), 0)::bigint as in_transit,
        coalesce(-sum(balance_micros) filter (where kind = 'debt'), 0)::bigint as debt
      from ledger_accounts where owner_id = u.id and kind in ('wallet', 'earnings', 'in_transit', 'debt')
    ) a`;
}

/** An address or device with more accounts is shared by chance and ties nobody. */
const MAX_PEOPLE_PER_PLACE = 10;
/** Fewer clicks from somebody's home may be curiosity and tie nobody. */
const MIN_HOME_CLICKS = 5;
/** Number of newest clicks that are read per link and per place. */
const MAX_CLICKS = 300;
const MAX_LINKS = 20;
const MAX_PLACES = 40;

type Ties = Tie[];

/** Returns the accounts that were signed in, or paid, at the same address or device. */
export function listSharedPlaces(db: Queryable, userIds: readonly string[]): Promise<Ties> {
  return db<Ties>`
    /* relatedUsers.sharedPlaces */
    with own as (
      select user_id, kind, key from presences where user_id = any (${arrayLiteral(userIds)}::uuid[])
      union select user_id, kind, key from deposit_places where user_id = any (${arrayLiteral(userIds)}::uuid[])
    )
    select o.user_id as "from", p.user_id as "to", case o.kind when 'ip' then 'address' else 'device' end as kind,
      case o.kind when 'ip' then o.key end as detail
    from own o
    cross join lateral (
      select user_id, count(*) over () as people from (
        (select user_id from presences where kind = o.kind and key = o.key limit ${MAX_PEOPLE_PER_PLACE + 1})
        union (select user_id from deposit_places where kind = o.kind and key = o.key limit ${MAX_PEOPLE_PER_PLACE + 1})
      ) people
    ) p
    where (o.kind = 'ip' or o.key like 'cookie:%') and p.people <= ${MAX_PEOPLE_PER_PLACE} and p.user_id <> o.user_id
    order by 1, 2, 3, 4`;
}

/** Returns the accounts with the same bank account, card or payout account. */
export function listSharedPayouts(db: Queryable, userIds: readonly string[]): Promise<Ties> {
  const ids = db`any (${arrayLiteral(userIds)}::uuid[])`;
  const cards = (where: Fragment) => db`
    select d.user_id, d.card_fingerprint as fingerprint, false as is_bank from deposits d
    where d.status = 'completed' and d.card_fingerprint is not null and ${where}`;
  const banks = (where: Fragment) => db`
    select d.user_id, d.fingerprint, true as is_bank from payout_banks d where ${where}`;
  return db<Ties>`
    /* relatedUsers.sharedPayouts */
    with own as materialized (${cards(db`d.user_id = ${ids}`)} union ${banks(db`d.user_id = ${ids}`)}),
    accounts as materialized (
      select user_id, stripe_account_id from withdrawals where user_id = ${ids}
      union select id, stripe_account_id from users where id = ${ids} and stripe_account_id is not null
    )
    select distinct o.user_id as "from", p.user_id as "to",
      case when o.is_bank or p.is_bank then 'bank' else 'card' end as kind, null as detail
    from own o cross join lateral (
      (${cards(db`d.card_fingerprint = o.fingerprint`)} limit ${MAX_CLICKS})
      union (${banks(db`d.fingerprint = o.fingerprint`)} limit ${MAX_CLICKS})
    ) p
    where p.user_id <> o.user_id
    union
    select a.user_id, p.user_id, 'payout account', null
    from accounts a cross join lateral (
      (select w.user_id from withdrawals w where w.stripe_account_id = a.stripe_account_id limit ${MAX_CLICKS})
      union (select u.id from users u where u.stripe_account_id = a.stripe_account_id)
    ) p
    where p.user_id <> a.user_id
    order by 1, 2, 3`;
}

/** Returns the accounts that pay and are paid: their campaigns pay the user, and the user's campaigns pay them. */
export function listMutualFunding(db: Queryable, userIds: readonly string[]): Promise<Ties> {
  return db<Ties>`
    /* relatedUsers.mutualFunding */
    with paid as materialized (
      select distinct m.developer_id, o.creator_id from campaigns m
      join link_outcomes o on o.campaign_id = m.id and o.valid > 0
      where m.developer_id = any (${arrayLiteral(userIds)}::uuid[]) and o.creator_id <> m.developer_id
    )
    select p.developer_id as "from", p.creator_id as "to", 'funding' as kind, null as detail from paid p
    where exists (
      select from link_outcomes o join campaigns m on m.id = o.campaign_id
      where o.creator_id = p.developer_id and o.valid > 0 and m.developer_id = p.creator_id
    )
    order by 1, 2`;
}

/**
 * Returns paid clicks between accounts and homes, places where somebody was signed in lately: homes of other
 * accounts that clicked the users' links, and accounts with links that were clicked from the users' homes.
 * `from` has the clicked link, `to` the home.
 */
export function listHomeClicks(
  db: Queryable,
  { userIds, since }: { userIds: readonly string[]; since: Date },
): Promise<Ties> {
  const ids = db`any (${arrayLiteral(userIds)}::uuid[])`;
  return db<Ties>`
    /* relatedUsers.homeClicks */
    with on_own as materialized (
      select k.creator_id, c.ip_key, c.device_key from (
        select campaign_id, creator_id, row_number() over (partition by creator_id order by paid_micros desc) as place
        from link_outcomes where creator_id = ${ids} and valid > 0
      ) k
      cross join lateral (
        select c.ip_key, c.device_key from visited_clicks c
        where is_of_link(c.campaign_id, c.creator_id, c.clicked_at, k.campaign_id, k.creator_id)
          and c.clicked_at >= ${since} and c.verdict = 'valid'
        order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc limit ${MAX_CLICKS}
      ) c
      where k.place <= ${MAX_LINKS}
    ),
    places as (
      select creator_id, 'ip' as kind, abbrev(ip_key) as key, count(*) as clicks from on_own
      where ip_key is not null group by 1, 2, 3
      union all
      select creator_id, 'device', device_key, count(*) from on_own where device_key like 'cookie:%' group by 1, 2, 3
    ),
    homes as (
      select user_id, kind, key, row_number() over (partition by user_id order by seen_at desc) as place
      from presences where user_id = ${ids}
    ),
    by_own as (
      select c.creator_id, h.user_id, count(*) as clicks from homes h
      cross join lateral (
        select creator_id from visited_clicks
        where h.kind = 'ip' and ip_key = h.key::inet and clicked_at >= ${since} and accepted
        order by ip_key desc, clicked_at desc limit ${MAX_CLICKS}
      ) c
      where h.kind = 'ip' and h.place <= ${MAX_PLACES} and c.creator_id <> h.user_id
      group by 1, 2
    ),
    found as (
      select p.creator_id as "from", s.user_id as "to", sum(p.clicks) as clicks
      from places p cross join lateral (
        select user_id, count(*) over () as people from (
          select user_id from presences where kind = p.kind and key = p.key limit ${MAX_PEOPLE_PER_PLACE + 1}
        ) people
      ) s
      where s.user_id <> p.creator_id and s.people <= ${MAX_PEOPLE_PER_PLACE}
      group by 1, 2
      union all
      select creator_id, user_id, clicks from by_own
    )
    select "from", "to", 'clicks' as kind, max(clicks)::text as detail from found
    group by 1, 2 having max(clicks) >= ${MIN_HOME_CLICKS} order by 1, 2`;
}

export type RelatedAccountRow = {
  id: string;
  username: string;
  createdAt: Date;
  suspendedAt: Date | null;
  deletedAt: Date | null;
  paidMicros: bigint;
};

export function listAccounts(
  db: Queryable,
  userIds: readonly string[],
): Promise<RelatedAccountRow[]> {
  return db<RelatedAccountRow[]>`
    /* relatedUsers.listAccounts */
    select u.id, u.username, u.created_at, u.suspended_at, u.deleted_at,
      (select coalesce(sum(paid_micros), 0) from link_outcomes where creator_id = u.id)::bigint as paid_micros
    from users u where u.id = any (${arrayLiteral(userIds)}::uuid[])`;
}

export type FlowRow = { from: string; to: string; clicks: number; micros: bigint };

/** Returns what the accounts' campaigns paid for each other's clicks, the largest sum first. */
export function listFlows(db: Queryable, userIds: readonly string[]): Promise<FlowRow[]> {
  const ids = db`any (${arrayLiteral(userIds)}::uuid[])`;
  return db<FlowRow[]>`
    /* relatedUsers.listFlows */
    select m.developer_id as "from", o.creator_id as "to", sum(o.valid)::int as clicks, sum(o.paid_micros)::bigint as micros
    from link_outcomes o join campaigns m on m.id = o.campaign_id
    where o.creator_id = ${ids} and m.developer_id = ${ids}
    group by 1, 2 having sum(o.valid) > 0 order by micros desc, 1, 2`;
}
