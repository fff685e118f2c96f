import type { LearntAddress, PaidDevice, Place } from "@fairclick/core/ip/learn-address";
import { arrayLiteral } from "../db/array-literal";
import type { Queryable, Tx } from "../db/client";

/**
 * Returns the ip keys at which the most devices with a returning cookie were paid in a time, if they
 * were at least `devices`. Reads the time's clicks once.
 */
export async function listBusyAddresses(
  db: Queryable,
  { from, to, devices, limit }: { from: Date; to: Date; devices: number; limit: number },
): Promise<string[]> {
  const rows = await db<{ ipKey: string }[]>`
    /* learntAddresses.listBusyAddresses */
    select ip_key as "ipKey" from clicks
    where clicked_at >= ${from} and clicked_at < ${to} and verdict = 'valid' and device_known
      and ip_key is not null
    group by ip_key
    having count(distinct split_part(device_key, '.', 1)) >= ${devices}
    order by count(*) desc, ip_key limit ${limit}`;
  return rows.map(({ ipKey }) => ipKey);
}

export type PaidAt = PaidDevice & { ipKey: string };

/** Returns the devices that were paid at each address since a time, from its last `clicks` paid clicks. */
export async function listPaidDevices(
  db: Queryable,
  { ipKeys, since, clicks }: { ipKeys: readonly string[]; since: Date; clicks: number },
): Promise<PaidAt[]> {
  return db<PaidAt[]>`
    /* learntAddresses.listPaidDevices */
    select distinct k.ip_key as "ipKey", split_part(paid.device_key, '.', 1) as device,
      paid.creator_id as "creatorId"
    from unnest(${arrayLiteral(ipKeys)}::inet[]) as k (ip_key)
    cross join lateral (
      select c.device_key, c.device_known, c.verdict, c.creator_id from clicks c
      where c.ip_key = k.ip_key and c.verdict in ('valid', 'held') and c.clicked_at >= ${since}
      order by c.ip_key desc, c.clicked_at desc limit ${clicks}
    ) paid
    where paid.device_known and paid.verdict = 'valid'`;
}

/** Returns where users were signed in lately. */
export async function listPlaces(db: Queryable, userIds: readonly string[]): Promise<Place[]> {
  return db<Place[]>`
    /* learntAddresses.listPlaces */
    select user_id as "userId", kind, key from presences
    where user_id = any (${arrayLiteral(userIds)}::uuid[])`;
}

/** Keeps when an address was first learnt, unless it had expired. */
export async function upsertLearntAddresses(
  tx: Tx,
  addresses: readonly LearntAddress[],
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  await tx`
    /* learntAddresses.upsertLearntAddresses */
    insert into learnt_addresses as known (ip_key, devices, creators, learnt_at, expires_at)
    select ip_key, devices, creators, ${at}::timestamptz, ${expiresAt}::timestamptz
    from unnest(
      ${arrayLiteral(addresses.map(({ ipKey }) => ipKey))}::inet[],
      ${arrayLiteral(addresses.map(({ devices }) => devices))}::int[],
      ${arrayLiteral(addresses.map(({ creators }) => creators))}::int[]
    ) as learnt (ip_key, devices, creators)
    on conflict (ip_key) do update set devices = excluded.devices, creators = excluded.creators,
      learnt_at = case when known.expires_at > excluded.learnt_at then known.learnt_at else excluded.learnt_at end,
      expires_at = excluded.expires_at`;
}

/** Deletes what no rule needs any more: expired addresses, and counts from before a time. */
export async function deleteOldSharedFacts(
  tx: Tx,
  { at, countedBefore }: { at: Date; countedBefore: Date },
): Promise<void> {
  await tx`
    /* learntAddresses.deleteExpired */
    delete from learnt_addresses where expires_at <= ${at}`;
  await tx`
    /* learntAddresses.deleteOldCounts */
    delete from shared_click_quarters where starts_at < ${countedBefore}`;
}

/** Returns when each of these addresses was learnt as shared; those that are not, or no longer, are left out. */
export async function findLearntAddresses(
  db: Queryable,
  { ipKeys, at }: { ipKeys: readonly string[]; at: Date },
): Promise<Map<string, Date>> {
  const rows = await db<{ ipKey: string; learntAt: Date }[]>`
    /* learntAddresses.findLearntAddresses */
    select ip_key as "ipKey", learnt_at as "learntAt" from learnt_addresses
    where ip_key = any (${arrayLiteral([...new Set(ipKeys)])}::inet[]) and expires_at > ${at}`;
  return new Map(rows.map(({ ipKey, learntAt }) => [ipKey, learntAt]));
}

export type LearntAddressRow = LearntAddress & { learntAt: Date; expiresAt: Date };

/** Newest first. */
export async function listLearntAddresses(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<LearntAddressRow[]> {
  return db<LearntAddressRow[]>`
    /* learntAddresses.listLearntAddresses */
    select ip_key as "ipKey", devices, creators, learnt_at as "learntAt", expires_at as "expiresAt"
    from learnt_addresses where expires_at > ${at}
    order by learnt_at desc, ip_key limit ${limit}`;
}
