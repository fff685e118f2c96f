import type { Signal } from "@fairclick/core/clicks/signal";
import { arrayLiteral } from "../db/array-literal";
import type { Tx } from "../db/client";
import { planByIndex } from "../db/plan-by-index";

export type PendingClick = {
  id: string;
  /** In milliseconds since 1970. */
  clickedAt: number;
  campaignId: string;
  creatorId: string;
  ip: string;
  ipKey: string;
  deviceKey: string;
  /** Weak device key of a known device; null for others: their `deviceKey` is the weak one. */
  weakKey: string | null;
  deviceKnown: boolean;
  method: string;
  userAgent: string | null;
  referrer: string | null;
  /** ISO 3166 code; null if unknown. */
  country: string | null;
  /** The AS that announces the ip address; null if it is not known. */
  asn: number | null;
  deviceClass: string;
  browser: string;
  referrerHost: string;
  signals: Signal[];
  /** The label of the named link that was clicked; null without one. */
  label: string | null;
  /** Version of the address data that was used; null if there was none. */
  ipDataVersion: number | null;
};

/**
 * Inserts clicks that wait to be judged and returns how many were new. Skips a click that is
 * pending or judged already.
 */
export async function insertPendingClicks(tx: Tx, clicks: PendingClick[]): Promise<number> {
  const column = (pick: (click: PendingClick) => string | number | null) =>
    arrayLiteral(clicks.map(pick));
  const times = clicks.map((click) => click.clickedAt);
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  await tx`/* pendingClicks.plan */ select ${planByIndex(tx)}`;
  const inserted = await tx`
    /* pendingClicks.insertPendingClicks */
    insert into pending_clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
      weak_key, device_known, method, user_agent, referrer, country, asn, device_class, browser,
      referrer_host, signals, ip_data_version, label)
    select c.id, at, c.campaign_id, c.creator_id, c.ip, c.ip_key, c.device_key,
      c.weak_key, c.device_known = 1, c.method, c.user_agent, c.referrer, c.country, c.asn,
      c.device_class, c.browser, c.referrer_host, c.signals::jsonb, c.ip_data_version, c.label
    from unnest(
      ${column((click) => click.id)}::uuid[],
      ${arrayLiteral(times)}::float8[],
      ${column((click) => click.campaignId)}::uuid[],
      ${column((click) => click.creatorId)}::uuid[],
      ${column((click) => click.ip)}::inet[],
      ${column((click) => click.ipKey)}::inet[],
      ${column((click) => click.deviceKey)}::text[],
      ${column((click) => click.weakKey)}::text[],
      ${column((click) => (click.deviceKnown ? 1 : 0))}::int[],
      ${column((click) => click.method)}::text[],
      ${column((click) => click.userAgent)}::text[],
      ${column((click) => click.referrer)}::text[],
      ${column((click) => click.country)}::text[],
      ${column((click) => click.asn)}::int[],
      ${column((click) => click.deviceClass)}::text[],
      ${column((click) => click.browser)}::text[],
      ${column((click) => click.referrerHost)}::text[],
      ${column((click) => JSON.stringify(click.signals))}::text[],
      ${column((click) => click.ipDataVersion)}::int[],
      ${column((click) => click.label)}::text[]
    ) as c (id, clicked_ms, campaign_id, creator_id, ip, ip_key, device_key, weak_key, device_known, method,
      user_agent, referrer, country, asn, device_class, browser, referrer_host, signals, ip_data_version, label)
    cross join lateral (select timestamptz 'epoch' + c.clicked_ms * interval '1 millisecond' as at) clicked
    where not exists (
      select from clicks j
      where j.id = c.id and j.clicked_at = at and j.clicked_at between ${from} and ${to}
      offset 0
    )
    on conflict (id) do nothing`;
  return inserted.count;
}
