import type { Queryable } from "./client";
import type { ClickedFrom, PresenceKind } from "./presences";

export async function upsertHoneypotMarks(
  db: Queryable,
  { marks, markedAt }: { marks: { kind: PresenceKind; key: string }[]; markedAt: Date },
): Promise<void> {
  await db`
    /* honeypotMarks.upsertHoneypotMarks */
    insert into honeypot_marks (kind, key, marked_at)
    select kind, key, ${markedAt}::timestamptz from unnest(
      ${marks.map((mark) => mark.kind)}::text[], ${marks.map((mark) => mark.key)}::text[]
    ) as mark (kind, key)
    order by kind, key
    on conflict (kind, key) do update set marked_at = greatest(honeypot_marks.marked_at, excluded.marked_at)`;
}

export type FoundMark = { clickId: string; by: "address" | "device" };

/** The clicks whose address or device was marked up to so many hours before, or since. The device comes first. */
export async function findHoneypotMarks(
  db: Queryable,
  clicks: ClickedFrom[],
  hours: number,
): Promise<FoundMark[]> {
  return await db<FoundMark[]>`
    /* honeypotMarks.findHoneypotMarks */
    select distinct on (c.id) c.id as "clickId", case m.kind when 'ip' then 'address' else 'device' end as by
    from unnest(
      ${clicks.map((click) => click.clickId)}::uuid[],
      ${clicks.map((click) => click.clickedAt.toISOString())}::timestamptz[],
      ${clicks.map((click) => click.ipKey)}::text[],
      ${clicks.map((click) => click.deviceKey)}::text[]
    ) as c (id, clicked_at, ip_key, device_key)
    join honeypot_marks m on (m.kind, m.key) in (('ip', c.ip_key), ('device', c.device_key))
      and m.marked_at > c.clicked_at - make_interval(hours => ${hours})
    order by c.id, m.kind`;
}

export async function deleteHoneypotMarksBefore(db: Queryable, before: Date): Promise<void> {
  await db`/* honeypotMarks.deleteHoneypotMarksBefore */ delete from honeypot_marks where marked_at < ${before}`;
}
