import { claims, type JudgedClick } from "@fairclick/core/clicks/spending";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";
import type { BatchClick } from "./lock-shard";

/** Max hosts per campaign that the statistics count by name. */
const MAX_HOSTS = 200;

/** Values that are always counted by name and do not use up `MAX_HOSTS`. */
const fixedHosts: readonly (string | null)[] = ["direct", "other", null];

type Host = { campaignId: string; host: string; firstAt: number; welcome: boolean };

const hostKey = ({ campaignId, host }: Pick<Host, "campaignId" | "host">) =>
  `${campaignId} ${host}`;

/**
 * Decides which referrers the statistics count by name: hosts that a campaign already counts, and,
 * up to `MAX_HOSTS`, new hosts with a valid or held click, earliest first. Invalid clicks add no
 * host, so a program that invents hosts cannot use up the places. Returns the ids of the clicks to
 * count under 'other'.
 */
export async function nameReferrers(
  tx: Tx,
  clicks: readonly BatchClick[],
  judged: readonly JudgedClick[],
): Promise<Set<string>> {
  const hosts = listHosts(clicks, judged);
  if (hosts.size === 0) return new Set();
  const named = await findKnown(tx, [...hosts.values()]);
  const candidates = [...hosts.values()].filter(
    (host) => host.welcome && !named.has(hostKey(host)),
  );
  for (const host of await admit(tx, candidates)) named.add(hostKey(host));
  return new Set(
    clicks.flatMap(({ id, campaignId, referrerHost: host }) =>
      host === null || fixedHosts.includes(host) || named.has(hostKey({ campaignId, host }))
        ? []
        : [id],
    ),
  );
}

function listHosts(clicks: readonly BatchClick[], judged: readonly JudgedClick[]) {
  const welcome = new Set(judged.filter(claims).map(({ id }) => id));
  const hosts = new Map<string, Host>();
  for (const { id, at, campaignId, referrerHost: host } of clicks) {
    if (host === null || fixedHosts.includes(host)) continue;
    const key = hostKey({ campaignId, host });
    const known = hosts.get(key);
    hosts.set(key, {
      campaignId,
      host,
      firstAt: Math.min(known?.firstAt ?? at, at),
      welcome: (known?.welcome ?? false) || welcome.has(id),
    });
  }
  return hosts;
}

async function findKnown(tx: Tx, hosts: readonly Host[]): Promise<Set<string>> {
  const rows = await tx<{ campaignId: string; host: string }[]>`
    /* settlement.findKnownReferrers */
    select r.campaign_id as "campaignId", r.host
    from unnest(
      ${arrayLiteral(hosts.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(hosts.map(({ host }) => host))}::text[]
    ) as given (campaign_id, host)
    join campaign_referrers r on r.campaign_id = given.campaign_id and r.host = given.host`;
  return new Set(rows.map(hostKey));
}

/** Adds hosts up to `MAX_HOSTS` per campaign and returns those it added. */
async function admit(
  tx: Tx,
  candidates: readonly Host[],
): Promise<Pick<Host, "campaignId" | "host">[]> {
  if (candidates.length === 0) return [];
  const earliest = candidates.toSorted(
    (a, b) => a.firstAt - b.firstAt || (a.host < b.host ? -1 : 1),
  );
  return tx<Pick<Host, "campaignId" | "host">[]>`
    /* settlement.admitReferrers */
    insert into campaign_referrers (campaign_id, host)
    select campaign_id, host
    from (
      select campaign_id, host, row_number() over (partition by campaign_id order by place) + (
          select count(*) from campaign_referrers r where r.campaign_id = given.campaign_id
        ) as place
      from unnest(
        ${arrayLiteral(earliest.map(({ campaignId }) => campaignId))}::uuid[],
        ${arrayLiteral(earliest.map(({ host }) => host))}::text[]
      ) with ordinality as given (campaign_id, host, place)
    ) queue
    where place <= ${MAX_HOSTS}::int
    returning campaign_id as "campaignId", host`;
}
