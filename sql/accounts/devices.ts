import type { SignedIn } from "@fairclick/core/clicks/rule";
import type { UserId } from "@fairclick/core/ids";
import { arrayLiteral, type Queryable, type Tx } from "../db/client";

type KnownDevice = { userId: UserId; tokenHash: Uint8Array };

/** Names an account, by what the caller knows of it. */
export type AccountName = { email: string } | { userId: UserId };

/** The device out of `tokenHashes` on which the account has signed in; null if none. */
export async function findKnownDevice(
  db: Queryable,
  { account, ...input }: { account: AccountName; tokenHashes: Uint8Array[]; usedAfter: Date },
): Promise<KnownDevice | null> {
  const [row] = await db<KnownDevice[]>`
    /* knownDevices.find */
    select d.user_id, d.token_hash
    from known_devices d join users u on u.id = d.user_id
    where ${"email" in account ? db`u.email = ${account.email}` : db`u.id = ${account.userId}`}
      and d.used_at > ${input.usedAfter}
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

export type SignIn = { userId: UserId; username: string; addresses: number; lastSeenAt: Date };

/** Lists users by the places of their sign-ins and payments in a range of addresses, latest first. */
export async function listSignIns(
  db: Queryable,
  { range, limit }: { range: string; limit: number },
): Promise<SignIn[]> {
  return db<SignIn[]>`
    /* presences.listSignIns */
    select u.id as user_id, u.username, count(distinct p.key)::int as addresses,
      max(p.seen_at) as last_seen_at
    from (
      select user_id, kind, key, seen_at from presences where kind = 'ip'
      union all select user_id, kind, key, seen_at from deposit_places where kind = 'ip'
    ) p
    join users u on u.id = p.user_id
    where case when p.kind = 'ip' then p.key::inet end <<= ${range}::inet
    group by u.id order by max(p.seen_at) desc, u.id limit ${limit}`;
}

export type ClickedFrom = {
  clickedAt: number;
  campaignId: string;
  creatorId: string;
  ipKey: string;
  deviceKey: string;
};

export type VisitorTraces = {
  /**
   * The creator, if signed in with the click's ip address or device; the developer, if with its
   * device.
   */
  signedIn: SignedIn[];
  /** Which of the two a honeypot marked. */
  marked: ("address" | "device")[];
};

type Options = {
  /** How far before the click a presence of the creator or developer counts. */
  presenceHours: number;
  /** How far before the click a honeypot mark counts; later marks count as well. */
  honeypotHours: number;
};

const noTraces: VisitorTraces = { signedIn: [], marked: [] };

/** Returns the traces of each click's ip address and device, in the order of the clicks. */
export async function findVisitorTraces(
  db: Queryable,
  clicks: readonly ClickedFrom[],
  { presenceHours, honeypotHours }: Options,
): Promise<VisitorTraces[]> {
  const column = (pick: (click: ClickedFrom) => string | number) => arrayLiteral(clicks.map(pick));
  const found = await db<({ place: number } & VisitorTraces)[]>`
    /* visitorTraces.find */
    with requested as materialized (
      select place, timestamptz 'epoch' + clicked_ms * interval '1 millisecond' as clicked_at,
        campaign_id, creator_id, ip_key, device_key
      from unnest(
        ${column((click) => click.clickedAt)}::float8[],
        ${column((click) => click.campaignId)}::uuid[],
        ${column((click) => click.creatorId)}::uuid[],
        ${column((click) => click.ipKey)}::text[],
        ${column((click) => click.deviceKey)}::text[]
      ) with ordinality as c (clicked_ms, campaign_id, creator_id, ip_key, device_key, place)
    ),
    signed_in as (
      select a.place, jsonb_agg(distinct jsonb_build_object(
          'who', case when p.user_id = a.creator_id then 'creator' else 'developer' end,
          'by', case p.kind when 'ip' then 'address' else 'device' end
        )) as signed_in
      from requested a
      join campaigns on campaigns.id = a.campaign_id
      join presences p on p.user_id in (a.creator_id, campaigns.developer_id)
        and (
          (p.kind = 'ip' and p.key = a.ip_key and p.user_id = a.creator_id)
          or (p.kind = 'device' and p.key = a.device_key)
        )
        and p.seen_at > a.clicked_at - make_interval(hours => ${presenceHours})
      group by a.place
    ),
    marked as (
      select a.place, jsonb_agg(case m.kind when 'ip' then 'address' else 'device' end) as marked
      from requested a
      join honeypot_marks m on (m.kind, m.key) in (('ip', a.ip_key), ('device', a.device_key))
        and m.marked_at > a.clicked_at - make_interval(hours => ${honeypotHours})
      group by a.place
    )
    select place::int, coalesce(s.signed_in, '[]') as signed_in, coalesce(m.marked, '[]') as marked
    from signed_in s full join marked m using (place)`;
  const byPlace = new Map(found.map(({ place, ...traces }) => [place - 1, traces]));
  return clicks.map((_, place) => byPlace.get(place) ?? noTraces);
}
