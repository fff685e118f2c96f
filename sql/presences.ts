import type { Queryable } from "./client";

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

export type ClickedFrom = {
  clickId: string;
  clickedAt: Date;
  campaignId: string;
  creatorId: string;
  ipKey: string;
  deviceKey: string;
};

export type FoundPresence = {
  clickId: string;
  who: "creator" | "developer";
  by: "address" | "device";
};

/**
 * The clicks that came from an address or a device at which the link's creator or the campaign's
 * developer had been signed in up to so many hours before. The creator and the device come first.
 */
export async function findPresences(
  db: Queryable,
  clicks: ClickedFrom[],
  hours: number,
): Promise<FoundPresence[]> {
  return await db<FoundPresence[]>`
    /* presences.findPresences */
    select distinct on (c.id) c.id as "clickId",
      case when p.user_id = c.creator_id then 'creator' else 'developer' end as who,
      case p.kind when 'ip' then 'address' else 'device' end as by
    from unnest(
      ${clicks.map((click) => click.clickId)}::uuid[],
      ${clicks.map((click) => click.clickedAt.toISOString())}::timestamptz[],
      ${clicks.map((click) => click.campaignId)}::uuid[],
      ${clicks.map((click) => click.creatorId)}::uuid[],
      ${clicks.map((click) => click.ipKey)}::text[],
      ${clicks.map((click) => click.deviceKey)}::text[]
    ) as c (id, clicked_at, campaign_id, creator_id, ip_key, device_key)
    join campaigns on campaigns.id = c.campaign_id
    join presences p on p.user_id in (c.creator_id, campaigns.developer_id)
      and ((p.kind = 'ip' and p.key = c.ip_key) or (p.kind = 'device' and p.key = c.device_key))
      and p.seen_at > c.clicked_at - make_interval(hours => ${hours})
    order by c.id, p.user_id = c.creator_id desc, p.kind`;
}

export async function deletePresencesBefore(db: Queryable, before: Date): Promise<void> {
  await db`/* presences.deletePresencesBefore */ delete from presences where seen_at < ${before}`;
}
