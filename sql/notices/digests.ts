import type { UserId } from "@fairclick/core/ids";
import { arrayLiteral, type Queryable, type Tx } from "../db/client";

export type DigestName = "creator" | "developer";

type Run = { digest: DigestName; week: string };

/**
 * Locks the run of a week's digest and returns its last user, null before the first. Returns
 * undefined if it is finished, or another worker is at it.
 */
export async function lockDigestRun(
  tx: Tx,
  { digest, week }: Run,
): Promise<UserId | null | undefined> {
  await tx`
    /* digests.open */
    insert into digest_runs (digest, week) values (${digest}, ${week}) on conflict do nothing`;
  const [run] = await tx<{ after: UserId | null }[]>`
    /* digests.lock */
    select after_user as after from digest_runs
    where digest = ${digest} and week = ${week} and finished_at is null for update skip locked`;
  return run?.after;
}

export async function advanceDigestRun(
  tx: Tx,
  { digest, week, after, finishedAt }: Run & { after: UserId | null; finishedAt: Date | null },
): Promise<void> {
  await tx`
    /* digests.advance */
    update digest_runs set after_user = coalesce(${after}, after_user), finished_at = ${finishedAt}
    where digest = ${digest} and week = ${week}`;
}

type Slice = { digest: DigestName; after: UserId | null; limit: number };

/**
 * Lists users with links or campaigns who can get a digest by mail, sorted by id. Leaves out those
 * who switched it off.
 */
export async function listDigestUsers(
  db: Queryable,
  { digest, after, limit }: Slice,
): Promise<UserId[]> {
  const concerned =
    digest === "creator"
      ? db`exists (select from links l where l.creator_id = u.id)`
      : db`exists (select from campaigns c where c.developer_id = u.id and c.funded_at is not null)`;
  const rows = await db<{ id: UserId }[]>`
    /* digests.listUsers */
    select u.id from users u
    where (${after}::uuid is null or u.id > ${after}) and u.deleted_at is null
      and u.suspended_at is null and u.email_verified_at is not null and ${concerned}
      and not ${`digest.${digest}`} = any (u.mail_opt_outs)
    order by u.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

export type DeveloperMoney = {
  userId: UserId;
  /** Of campaigns that are not over: what held clicks do not claim. */
  leftMicros: bigint;
  /** At most five campaigns that end in the week after, soonest first. */
  ending: { name: string; endsAt: string }[];
};

/** Returns what developers' campaigns have left, and which of them end in the week after a moment. */
export async function listDeveloperMoney(
  db: Queryable,
  { users, after }: { users: readonly UserId[]; after: Date },
): Promise<DeveloperMoney[]> {
  return db<DeveloperMoney[]>`
    /* digests.listDeveloperMoney */
    select given.id as user_id,
      (select coalesce(sum(a.balance_micros - coalesce(h.micros, 0)), 0)::bigint
        from campaigns c
        join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
        left join held_claims h on h.campaign_id = c.id
        where c.developer_id = given.id and c.funded_at is not null and c.released_at is null
      ) as left_micros,
      (select coalesce(json_agg(json_build_object('name', e.name, 'endsAt',
          to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
          order by e.ends_at, e.id), '[]')
        from (
          select c.id, c.name, c.ends_at from campaigns c
          where c.developer_id = given.id and c.funded_at is not null and c.released_at is null
            and c.ends_at >= ${after} and c.ends_at < ${after}::timestamptz + interval '7 days'
          order by c.ends_at, c.id limit 5
        ) e) as ending
    from unnest(${arrayLiteral(users)}::uuid[]) as given (id)
    order by given.id`;
}
