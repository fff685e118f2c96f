import type { SignedIn } from "@fairclick/core/clicks/rule";
import { arrayLiteral } from "../db/array-literal";
import type { Queryable } from "../db/client";

/** Where and when a click came from. */
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
        )) as "signedIn"
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
    select place::int, coalesce(s."signedIn", '[]') as "signedIn", coalesce(m.marked, '[]') as marked
    from signed_in s full join marked m using (place)`;
  const byPlace = new Map(found.map(({ place, ...traces }) => [place - 1, traces]));
  return clicks.map((_, place) => byPlace.get(place) ?? noTraces);
}
