import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ClickAction, ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type LiveClickRow = {
  campaignId: CampaignId;
  creatorId: UserId;
  id: string;
  clickedAt: Date;
  verdict: Verdict;
  reason: string | null;
  paidMicros: bigint;
  /** The version that judged it; null while it is pending. */
  policyVersion: number | null;
  clickRules: ClickRules;
  /** The last operator decision, and its category. */
  decided: ClickAction | null;
  category: ReversalCategory | null;
  /** What became of the click after its player came back; null if the game reported no return. */
  proof: ProofOutcome | null;
  /** The answer to the developer's objection, if an operator upheld it. */
  objectionAnswer: string | null;
  /** When it was last decided, settled or recorded, by the database's clock. */
  changedAt: Date;
};

type Followed = { campaignId: CampaignId; creatorId: UserId; since: Date };

/**
 * Lists the clicks that were recorded, settled or decided after `since`, oldest first. Of recorded
 * and settled ones it reads only each link's `latest` clicks of the last day, which bounds the cost
 * of a flood.
 */
export async function listLiveClicks(
  db: Queryable,
  { links, latest }: { links: Followed[]; latest: number },
): Promise<LiveClickRow[]> {
  return db<LiveClickRow[]>`
    /* liveClicks.listLiveClicks */
    select distinct on (k.clicked_at, k.id) l.campaign_id as "campaignId",
      l.creator_id as "creatorId", k.id, k.clicked_at as "clickedAt", k.verdict, k.reason,
      k.paid_micros as "paidMicros", k.policy_version as "policyVersion",
      m.click_rules as "clickRules", d.action as decided, d.category, p.outcome as proof,
      o.answer as "objectionAnswer", k.changed_at as "changedAt"
    from unnest(
      ${links.map((link) => link.campaignId)}::uuid[],
      ${links.map((link) => link.creatorId)}::uuid[],
      ${links.map((link) => link.since.toISOString())}::timestamptz[]
    ) as l (campaign_id, creator_id, since)
    cross join lateral (
      (
        select p.id, p.clicked_at, 'pending' as verdict, null as reason, 0::bigint as paid_micros,
          null::int as policy_version, p.recorded_at as changed_at
        from pending_clicks p
        where p.campaign_id = l.campaign_id and p.creator_id = l.creator_id
        order by p.clicked_at desc limit ${latest}
      )
      union all
      (
        select c.id, c.clicked_at, c.verdict, c.reason, c.paid_micros, c.policy_version,
          s.settled_at
        from clicks c join settlements s on s.id = c.settlement_id
        where c.campaign_id = l.campaign_id and c.creator_id = l.creator_id
          and c.clicked_at > now() - interval '1 day'
        order by c.clicked_at desc limit ${latest}
      )
      union all
      (
        select c.id, c.clicked_at, c.verdict, c.reason, c.paid_micros, c.policy_version,
          d.decided_at
        from (
          select click_id, clicked_at, decided_at from click_decisions
          where campaign_id = l.campaign_id and creator_id = l.creator_id
            and decided_at > greatest(l.since, now() - interval '1 day')
          order by decided_at desc, clicked_at desc limit ${latest}
        ) d
        join clicks c on c.id = d.click_id and c.clicked_at = d.clicked_at
      )
    ) k
    left join lateral (
      select action, category from click_decisions where click_id = k.id order by id desc limit 1
    ) d on true
    left join players p on p.click_id = k.id
    left join click_objection_clicks oc on oc.click_id = k.id
    left join click_objections o on o.id = oc.objection_id and o.state = 'upheld'
    join campaigns m on m.id = l.campaign_id
    where k.changed_at > l.since
    order by k.clicked_at, k.id, k.changed_at desc`;
}
