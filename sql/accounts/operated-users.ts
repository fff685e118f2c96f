import type { UserId } from "@fairclick/core/ids";
import type { PageRequest } from "../campaigns/campaigns";
import type { Queryable, Tx } from "../db/client";

export type OperatedUser = {
  id: UserId;
  username: string;
  email: string;
  createdAt: Date;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  deletedAt: Date | null;
  stripeAccountVerified: boolean;
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
    select username, suspended_at as "suspendedAt", suspension_reason as "suspensionReason",
      deleted_at as "deletedAt"
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

function selectUsers(db: Queryable) {
  return db`
    select u.id, u.username, u.email, u.created_at as "createdAt",
      u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason",
      u.deleted_at as "deletedAt", u.stripe_account_verified as "stripeAccountVerified",
      a.wallet as "walletMicros", a.earnings as "earningsMicros", a.in_transit as "inTransitMicros",
      a.debt as "debtMicros",
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
