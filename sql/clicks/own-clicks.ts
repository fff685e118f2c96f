import type { AppealState } from "@fairclick/core/clicks/appeals";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import type { LiveClickRow } from "./live-clicks";

export type OwnClickRow = Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt"> &
  (NoAppeal | AppealOfClick);

type NoAppeal = { appealState: null };
type AppealOfClick = {
  appealState: AppealState;
  appealText: string;
  appealAnswer: string | null;
  appealedAt: Date;
  answeredAt: Date | null;
};

export type OwnClickPlace = { id: string; clickedAt: Date };

export type OwnClicksPage = {
  campaignId: CampaignId;
  creatorId: UserId;
  verdict: Verdict | null;
  before: OwnClickPlace | null;
  limit: number;
};

/** Lists a link's clicks, newest first, without data about the visitor. */
export async function listOwnClicks(db: Queryable, page: OwnClicksPage): Promise<OwnClickRow[]> {
  const { verdict, limit } = page;
  const judged = db`
    select id, clicked_at, verdict, reason, paid_micros, policy_version
    from clicks
    where ${inPage(db, page)} ${verdict ? db`and verdict = ${verdict}` : db``}
    order by clicked_at desc, id desc limit ${limit}`;
  const pending = db`
    select id, clicked_at, 'pending', null, 0::bigint, null::int
    from pending_clicks
    where ${inPage(db, page)} and (${verdict}::text is null or ${verdict} = 'pending')
    order by clicked_at desc, id desc limit ${limit}`;
  return db<OwnClickRow[]>`
    /* ownClicks.listOwnClicks */
    select k.id, k.clicked_at as "clickedAt", k.verdict, k.reason, k.paid_micros as "paidMicros",
      k.policy_version as "policyVersion",
      (select click_rules from campaigns where id = ${page.campaignId}) as "clickRules",
      d.action as decided, d.category, p.outcome as proof,
      o.answer as "objectionAnswer", a.state as "appealState", a.text as "appealText",
      a.answer as "appealAnswer", a.appealed_at as "appealedAt", a.answered_at as "answeredAt"
    from (
      select * from ((${judged}) union all (${pending})) each_click
      order by clicked_at desc, id desc limit ${limit}
    ) k (id, clicked_at, verdict, reason, paid_micros, policy_version)
    left join lateral (
      select action, category from click_decisions where click_id = k.id order by id desc limit 1
    ) d on true
    left join players p on p.click_id = k.id
    left join click_objection_clicks oc on oc.click_id = k.id
    left join click_objections o on o.id = oc.objection_id and o.state = 'upheld'
    left join click_appeals a on a.click_id = k.id
    order by k.clicked_at desc, k.id desc`;
}

function inPage(db: Queryable, { campaignId, creatorId, before }: OwnClicksPage) {
  const earlier = before
    ? db`and (clicked_at, id) < (${before.clickedAt}, ${before.id}::uuid)`
    : db``;
  return db`campaign_id = ${campaignId} and creator_id = ${creatorId} ${earlier}`;
}
