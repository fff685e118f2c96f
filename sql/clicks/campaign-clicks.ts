import type { ClickAction, ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { ObjectionState } from "@fairclick/core/clicks/objections";
import type { ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { Signal, Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type CampaignClicksWanted = {
  campaignId: CampaignId;
  creatorId: string | null;
  verdict: Verdict | null;
  /** Stored reasons, of which any matches. */
  reasons: string[] | null;
  country: string | null;
  device: string | null;
};

export type ClickPlace = { clickedAt: Date; id: string };

export type CampaignClicksPart = {
  wanted: CampaignClicksWanted;
  /** A span of time, without its end. */
  span: { from: Date; to: Date };
  before: ClickPlace | null;
  /** Max clicks to look through. */
  scanned: number;
  limit: number;
};

export type CampaignClickRow = ClickPlace & {
  creatorId: UserId;
  creator: string;
  verdict: Verdict;
  reason: string | null;
  country: string;
  device: string;
  signals: Signal[];
  asn: number | null;
  paidMicros: bigint;
  transactionId: string | null;
  reversalId: string | null;
  decided: ClickAction | null;
  category: ReversalCategory | null;
  proof: ProofOutcome | null;
  objection: ObjectionState | null;
  matches: boolean;
  /** Whether it is the last of the `scanned` clicks; it is returned even if it does not match. */
  isLastScanned: boolean;
};

/**
 * Lists the clicks of a campaign that match, newest first, among the next `scanned` ones of the
 * span.
 */
export async function listCampaignClicks(
  db: Queryable,
  part: CampaignClicksPart,
): Promise<CampaignClickRow[]> {
  const { wanted, scanned, limit } = part;
  const next = db`where ${isWithin(db, part)} order by clicked_at desc, id desc limit ${scanned}`;
  return db<CampaignClickRow[]>`
    /* campaignClicks.listCampaignClicks */
    select k.id, k.clicked_at as "clickedAt", k.creator_id as "creatorId", u.username as creator,
      k.verdict, k.reason, k.country, k.device, k.signals, k.asn, k.paid_micros as "paidMicros",
      coalesce(k.transaction_id, d.paid_by) as "transactionId",
      case when k.verdict <> 'valid' and d.action = 'reverse' then d.transaction_id end as "reversalId",
      d.action as decided, d.category, p.outcome as proof,
      o.state as objection, k.matches, k.number = ${scanned} as "isLastScanned"
    from (
      select * from (
        select *, ${matches(db, wanted)} as matches, row_number() over (order by clicked_at desc, id desc) as number
        from (
          select * from (
            (select id, clicked_at, creator_id, verdict, reason, coalesce(country, 'unknown') as country,
              coalesce(device_class, 'unknown') as device, signals, asn, paid_micros, transaction_id
            from clicks ${next})
            union all
            (select id, clicked_at, creator_id, 'pending', null, coalesce(country, 'unknown'),
              coalesce(device_class, 'unknown'), signals, asn, 0::bigint, null
            from pending_clicks ${next})
          ) either order by clicked_at desc, id desc limit ${scanned}
        ) next
      ) numbered
      where matches or number = ${scanned}
      order by clicked_at desc, id desc limit ${limit}
    ) k
    join users u on u.id = k.creator_id
    left join lateral (
      select action, category, transaction_id, paid_by from click_decisions
      where click_id = k.id order by id desc limit 1
    ) d on true
    left join players p on p.click_id = k.id
    left join click_objection_clicks oc on oc.click_id = k.id
    left join click_objections o on o.id = oc.objection_id
    order by k.clicked_at desc, k.id desc`;
}

/** Counts the clicks of a span, judged and pending, up to `limit`. */
export async function countCampaignClicks(
  db: Queryable,
  { wanted, span, limit }: Omit<CampaignClicksPart, "before" | "scanned">,
): Promise<number> {
  const inSpan = isWithin(db, { wanted, span, before: null });
  const [row] = await db<{ clicks: number }[]>`
    /* campaignClicks.countCampaignClicks */
    select count(*)::int as clicks from (
      (select from clicks where ${inSpan} limit ${limit})
      union all (select from pending_clicks where ${inSpan} limit ${limit})
    ) counted`;
  return row?.clicks ?? 0;
}

function isWithin(
  db: Queryable,
  { wanted, span, before }: Pick<CampaignClicksPart, "wanted" | "span" | "before">,
) {
  const { campaignId, creatorId } = wanted;
  return db`campaign_id = ${campaignId} ${creatorId ? db`and creator_id = ${creatorId}` : db``}
    and clicked_at >= ${span.from} and clicked_at < ${span.to}
    ${before ? db`and (clicked_at, id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}`;
}

function matches(db: Queryable, { verdict, reasons, country, device }: CampaignClicksWanted) {
  return db`(true
    ${verdict ? db`and verdict = ${verdict}` : db``}
    ${reasons ? db`and reason is not null and reason = any (${reasons}::text[])` : db``}
    ${country ? db`and country = ${country}` : db``}
    ${device ? db`and device = ${device}` : db``})`;
}
