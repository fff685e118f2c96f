import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

type KnownDevice = { userId: UserId; tokenHash: Uint8Array };

/** The device out of `tokenHashes` on which the account of this e-mail has signed in; null if none. */
export async function findKnownDevice(
  db: Queryable,
  input: { email: string; tokenHashes: Uint8Array[]; usedAfter: Date },
): Promise<KnownDevice | null> {
  const [row] = await db<KnownDevice[]>`
    /* knownDevices.find */
    select d.user_id, d.token_hash
    from known_devices d join users u on u.id = d.user_id
    where u.email = ${input.email} and d.used_at > ${input.usedAfter}
      and d.token_hash in ${bytes(db, input.tokenHashes)}
    order by d.used_at desc limit 1`;
  return row ?? null;
}

/** Whether the user has any known device, and whether one of `tokenHashes` is among them. */
export async function compareDevices(
  db: Queryable,
  { userId, tokenHashes }: { userId: UserId; tokenHashes: Uint8Array[] },
): Promise<{ any: boolean; same: boolean }> {
  const [row] = await db<{ any: boolean; same: boolean }[]>`
    /* knownDevices.compare */
    select count(*) > 0 as "any",
      coalesce(bool_or(token_hash in ${bytes(db, tokenHashes)}), false) as "same"
    from known_devices where user_id = ${userId}`;
  return row ?? { any: false, same: false };
}

/** Returns the device out of `tokenHashes` that the user has; null if none. */
export async function touchKnownDevice(
  tx: Tx,
  input: { userId: UserId; tokenHashes: Uint8Array[]; at: Date },
): Promise<Uint8Array | null> {
  const [row] = await tx<{ tokenHash: Uint8Array }[]>`
    /* knownDevices.touch */
    update known_devices set used_at = ${input.at}
    where user_id = ${input.userId} and token_hash in ${bytes(tx, input.tokenHashes)}
    returning token_hash`;
  return row?.tokenHash ?? null;
}

/** Adds a device and deletes the user's others beyond the `most` last used. */
export async function insertKnownDevice(
  tx: Tx,
  { userId, tokenHash, at, most }: KnownDevice & { at: Date; most: number },
): Promise<void> {
  await tx`
    /* knownDevices.insert */
    insert into known_devices (user_id, token_hash, used_at) values (${userId}, ${tokenHash}, ${at})`;
  await tx`
    /* knownDevices.deleteBeyond */
    delete from known_devices where user_id = ${userId} and token_hash not in (
      select token_hash from known_devices where user_id = ${userId}
      order by used_at desc, token_hash = ${tokenHash} desc limit ${most})`;
}

export async function deleteKnownDevices(
  tx: Tx,
  { userId, except }: { userId: UserId; except: Uint8Array[] },
): Promise<void> {
  await tx`
    /* knownDevices.delete */
    delete from known_devices
    where user_id = ${userId} and token_hash not in ${bytes(tx, except)}`;
}

/** The driver does not write arrays of bytes. */
function bytes(db: Queryable, values: Uint8Array[]) {
  const hex = values.map((value) => Buffer.from(value).toString("hex"));
  return db`(select decode(v, 'hex') from unnest(${hex}::text[]) v)`;
}

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
    select u.id as user_id, u.username, count(distinct p.key)::int as addresses,
      max(p.seen_at) as seen_at
    from (
      select user_id, kind, key, seen_at from presences where kind = 'ip'
      union all select user_id, kind, key, seen_at from deposit_places where kind = 'ip'
    ) p
    join users u on u.id = p.user_id
    where case when p.kind = 'ip' then p.key::inet end <<= ${range}::inet
    group by u.id order by max(p.seen_at) desc, u.id limit ${limit}`;
}
