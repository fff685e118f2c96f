import type { UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

/** `device` is a device key as clicks carry it. */
export type PresenceKind = "ip" | "device";

export async function upsertPresences(
  db: Queryable,
  presences: { userId: string; kind: PresenceKind; key: string; seenAt: Date }[],
): Promise<void> {
  await db`
    /* presences.upsertPresences */
    insert into presences (user_id, kind, key, seen_at)
    select * from unnest(
      ${presences.map((presence) => presence.userId)}::uuid[],
      ${presences.map((presence) => presence.kind)}::text[],
      ${presences.map((presence) => presence.key)}::text[],
      ${presences.map((presence) => presence.seenAt.toISOString())}::timestamptz[]
    )
    on conflict (user_id, kind, key) do update set seen_at = greatest(presences.seen_at, excluded.seen_at)`;
}

export async function deletePresencesBefore(db: Queryable, before: Date): Promise<void> {
  await db`/* presences.deletePresencesBefore */ delete from presences where seen_at < ${before}`;
}

export type SignIn = { userId: UserId; username: string; addresses: number; seenAt: Date };

/** Lists users by the places of their sign-ins and payments in a range of addresses, latest first. */
export async function listSignIns(
  db: Queryable,
  { range, limit }: { range: string; limit: number },
): Promise<SignIn[]> {
  return db<SignIn[]>`
    /* presences.listSignIns */
    select u.id as "userId", u.username, count(distinct p.key)::int as addresses,
      max(p.seen_at) as "seenAt"
    from (
      select user_id, kind, key, seen_at from presences where kind = 'ip'
      union all select user_id, kind, key, seen_at from deposit_places where kind = 'ip'
    ) p
    join users u on u.id = p.user_id
    where case when p.kind = 'ip' then p.key::inet end <<= ${range}::inet
    group by u.id order by max(p.seen_at) desc, u.id limit ${limit}`;
}
