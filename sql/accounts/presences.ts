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
