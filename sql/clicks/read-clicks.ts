import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ClickCaseState } from "@fairclick/core/campaigns/cases";
import type { ClickAction, ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { FinalVerdict, Signal, Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { isAppealOf } from "../campaigns/cases";
import { priceAt } from "../campaigns/prices";
import { bind, ch, type Part } from "../db/clickhouse";
import type { Queryable } from "../db/client";
import { selectHours } from "./flagged-clicks";
import { asClicks, type MovedClick } from "./read-moved-clicks";

export type CampaignClicksWanted = {
  campaignId: CampaignId;
  creatorId: UserId | null;
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
  referrer: string;
  signals: Signal[];
  asn: number | null;
  paidMicros: bigint;
  /** 0 unless it is valid. */
  feeMicros: bigint;
  transactionId: string | null;
  reversalId: string | null;
  decided: ClickAction | null;
  category: ReversalCategory | null;
  proof: ProofOutcome | null;
  objection: ClickCaseState | null;
  matches: boolean;
  /** Whether it is the last of the `scanned` clicks; it is returned even if it does not match. */
  isLastScanned: boolean;
};

/**
 * Lists the clicks of a campaign that match, newest first, among the next `scanned` ones of the
 * span; with `moved`, of these.
 */
export async function listCampaignClicks(
  db: Queryable,
  part: CampaignClicksPart,
  moved: MovedClick[] | null = null,
): Promise<CampaignClickRow[]> {
  const { wanted, scanned, limit } = part;
  const next = selectNext(db, part);
  return db<CampaignClickRow[]>`
    /* campaignClicks.listCampaignClicks */
    ${asClicks(db, moved)}
    select k.id, k.clicked_at, k.creator_id, u.username as creator,
      k.verdict, k.reason, k.country, k.device, k.referrer, coalesce(k.signals, '[]') as signals, k.asn, k.paid_micros, k.fee_micros,
      coalesce(k.transaction_id, d.paid_by) as transaction_id,
      case when k.verdict <> 'valid' and d.action = 'reverse' then d.transaction_id end as reversal_id,
      d.action as decided, d.category, p.outcome as proof,
      o.state as objection, k.matches, k.number = ${scanned} as is_last_scanned
    from (
      select * from (
        select *, ${matches(db, wanted)} as matches, row_number() over (order by clicked_at desc, id desc) as number
        from (
          select * from (
            (select id, clicked_at, creator_id, verdict, reason, coalesce(country, 'unknown') as country,
              coalesce(device_class, 'unknown') as device, coalesce(referrer_host, 'direct') as referrer, signals, asn, clicks.paid_micros,
              case verdict when 'valid' then fee_micros else 0 end as fee_micros, clicks.transaction_id
            from clicks ${next})
            union all
            (select id, clicked_at, creator_id, 'pending', null, coalesce(country, 'unknown'),
              coalesce(device_class, 'unknown'), coalesce(referrer_host, 'direct'), signals, asn, 0::bigint, 0::bigint, null
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
    ${joinObjection(db)}
    order by k.clicked_at desc, k.id desc`;
}

/** Joins the developer's objection `o` to a click `k`. */
function joinObjection(db: Queryable) {
  return db`left join case_clicks oc on oc.click_id = k.id
    left join cases o on o.id = oc.case_id`;
}

/** The next clicks to look through. */
function selectNext(db: Queryable, { wanted, span, before, scanned }: CampaignClicksPart) {
  const { campaignId, creatorId } = wanted;
  const hours = selectHours(db, creatorId);
  const hoursAt = (time: Date) => hours(db`${campaignId}, ${creatorId}`, db`${time}`);
  const own = hours(db`campaign_id, creator_id`, db`clicked_at`);
  return db`where campaign_id = ${campaignId} ${creatorId ? db`and creator_id = ${creatorId}` : db``}
    and clicked_at >= ${span.from} and clicked_at < ${span.to}
    and ${own} between ${hoursAt(span.from)} and ${hoursAt(before?.clickedAt ?? span.to)}
    ${before ? db`and (clicked_at, id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}
    order by ${own} desc, clicked_at desc, id desc limit ${scanned}`;
}

function matches(db: Queryable, { verdict, reasons, country, device }: CampaignClicksWanted) {
  return db`(true
    ${verdict ? db`and verdict = ${verdict}` : db``}
    ${reasons ? db`and reason is not null and reason = any (${reasons}::text[])` : db``}
    ${country ? db`and country = ${country}` : db``}
    ${device ? db`and device = ${device}` : db``})`;
}

/** The same conditions in ClickHouse. */
export function isOfCampaign(wanted: CampaignClicksWanted): Part {
  const { campaignId, creatorId, verdict, reasons, country, device } = wanted;
  return ch`campaign_id = ${bind.uuid(campaignId)}
    ${creatorId ? ch`and creator_id = ${bind.uuid(creatorId)}` : ch``}
    ${verdict ? ch`and verdict = ${bind.text(verdict)}` : ch``}
    ${reasons ? ch`and reason in ${bind.texts(reasons)}` : ch``}
    ${country ? ch`and ifNull(country, 'unknown') = ${bind.text(country)}` : ch``}
    ${device ? ch`and ifNull(device_class, 'unknown') = ${bind.text(device)}` : ch``}`;
}

export type OwnClickRow = Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt"> & {
  signals: Signal[];
  asn: number | null;
  /** Refused and held clicks of the link with this UTC day and reason. */
  alike: number;
} & (NoAppeal | AppealOfClick);

type NoAppeal = { appealState: null };
type AppealOfClick = {
  appealState: ClickCaseState;
  appealText: string;
  appealAnswer: string | null;
  appealedClicks: number;
  appealedAt: Date;
  answeredAt: Date | null;
};

export type OwnClickPlace = { id: string; clickedAt: Date };

export type OwnClicksPage = {
  campaignId: CampaignId;
  creatorId: UserId;
  verdict: Verdict | null;
  /** Only the newest refused or held click of each reason and UTC day from this one on. */
  groupsSince?: Date | undefined;
  before: OwnClickPlace | null;
  limit: number;
};

/** Lists a link's clicks, newest first, without data about the visitor; with `moved`, of these. */
export async function listOwnClicks(
  db: Queryable,
  page: OwnClicksPage,
  moved: MovedClick[] | null = null,
): Promise<OwnClickRow[]> {
  const { campaignId, creatorId, verdict, groupsSince, limit } = page;
  const judged = groupsSince
    ? selectGroups(db, page, groupsSince)
    : db`
    select id, clicked_at, verdict, reason, clicks.paid_micros, policy_version, signals, asn
    from clicks
    where ${inPage(db, page)} ${verdict ? db`and verdict = ${verdict}` : db``}
    order by link_hours(campaign_id, creator_id, clicked_at) desc, clicked_at desc, id desc limit ${limit}`;
  const pending = db`
    select id, clicked_at, 'pending', null, 0::bigint, null::int, '[]'::jsonb, null::int
    from pending_clicks
    where ${inPage(db, page)} and (${verdict}::text is null or ${verdict} = 'pending') and ${!groupsSince}
    order by clicked_at desc, id desc limit ${limit}`;
  return db<OwnClickRow[]>`
    /* ownClicks.listOwnClicks */
    ${asClicks(db, moved)}
    select k.id, k.clicked_at, k.verdict, k.reason, k.paid_micros,
      k.policy_version, coalesce(k.signals, '[]') as signals, k.asn, coalesce(n.invalid + n.held, 0)::int as alike,
      (select click_rules from campaigns where id = ${page.campaignId}) as click_rules,
      d.action as decided, d.category, p.outcome as proof,
      case when o.state = 'accepted' then o.answer end as objection_answer, a.state as appeal_state, a.text as appeal_text,
      a.answer as appeal_answer, (a.about ->> 'clicks')::int as appealed_clicks, a.opened_at as appealed_at, a.decided_at as answered_at
    from (
      select * from ((${judged}) union all (${pending})) each_click
      order by clicked_at desc, id desc limit ${limit}
    ) k (id, clicked_at, verdict, reason, paid_micros, policy_version, signals, asn)
    left join lateral (
      select action, category, reason_before from click_decisions where click_id = k.id order by id desc limit 1
    ) d on true
    left join players p on p.click_id = k.id
    ${joinObjection(db)}
    left join cases a on ${isAppealOf(db, "a", {
      campaignId: db`${campaignId}`,
      creatorId: db`${creatorId}`,
      clickedAt: db`k.clicked_at`,
      reason: db`coalesce(k.reason, d.reason_before)`,
    })}
    left join click_days n on ${isDayOfReason(db, page, "k")}
    order by k.clicked_at desc, k.id desc`;
}

/** More reasons than a day can have: the groups of a page are at most the limit and those of one more day. */
const MAX_REASONS = 50;

/** The newest refused or held click of each day and reason that the counters name. */
function selectGroups(db: Queryable, page: OwnClicksPage, since: Date) {
  const { campaignId, creatorId, before, limit } = page;
  return db`
    select c.* from (
      select day, value from click_days
      where campaign_id = ${campaignId} and creator_id = ${creatorId} and dimension = 'reason'
        and invalid + held > 0 and day >= (${since}::timestamptz at time zone 'UTC')::date
        ${before ? db`and day <= (${before.clickedAt}::timestamptz at time zone 'UTC')::date` : db``}
      order by day desc limit ${limit + MAX_REASONS}
    ) g
    cross join lateral (
      select id, clicked_at, verdict, reason, clicks.paid_micros, policy_version, signals, asn
      from clicks
      where is_of_link(campaign_id, creator_id, clicked_at, ${campaignId}, ${creatorId}) and reason = g.value
        and verdict in ('invalid', 'held') and clicked_at >= g.day::timestamp at time zone 'UTC'
        and clicked_at < (g.day + 1)::timestamp at time zone 'UTC'
      order by link_hours(campaign_id, creator_id, clicked_at) desc, clicked_at desc, id desc limit 1
    ) c
    ${before ? db`where (c.clicked_at, c.id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}
    order by c.clicked_at desc, c.id desc limit ${limit}`;
}

/** Finds a click of the creator's own link, pending or judged. */
export async function findClickOfLink(
  db: Queryable,
  {
    clickId,
    campaignId,
    creatorId,
  }: { clickId: string; campaignId: CampaignId; creatorId: UserId },
): Promise<ClickOfLink | null> {
  const [row] = await db<ClickOfLink[]>`
    /* ownClicks.findClickOfLink */
    select k.clicked_at, k.verdict, k.reason, coalesce(n.invalid + n.held, 0)::int as alike,
      ${priceAt(db, db`k.campaign_id`, db`k.clicked_at`)} as price_micros
    from all_clicks k left join click_days n on ${isDayOfReason(db, { campaignId, creatorId }, "k")}
    where k.id = ${clickId} and k.campaign_id = ${campaignId} and k.creator_id = ${creatorId}`;
  return row ?? null;
}

export type ClickOfLink = {
  clickedAt: Date;
  verdict: FinalVerdict | "pending";
  reason: string | null;
  /** Refused and held clicks of the link with this UTC day and reason. */
  alike: number;
  priceMicros: bigint;
};

/** A condition on the counters `n` of a link: the day and the reason of the click. */
function isDayOfReason(
  db: Queryable,
  { campaignId, creatorId }: Pick<OwnClicksPage, "campaignId" | "creatorId">,
  click: string,
) {
  return db`n.campaign_id = ${campaignId} and n.creator_id = ${creatorId} and n.dimension = 'reason'
    and n.day = (${db(`${click}.clicked_at`)} at time zone 'UTC')::date and n.value = ${db(`${click}.reason`)}`;
}

function inPage(db: Queryable, { campaignId, creatorId, before }: OwnClicksPage) {
  const last = before ? db`${before.clickedAt}` : db`'infinity'`;
  return db`campaign_id = ${campaignId} and creator_id = ${creatorId} and link_hours(campaign_id, creator_id, clicked_at)
    between link_hours(${campaignId}, ${creatorId}, '-infinity') and link_hours(${campaignId}, ${creatorId}, ${last})
    ${before ? db`and (clicked_at, id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}`;
}

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
    select distinct on (k.clicked_at, k.id) l.campaign_id,
      l.creator_id, k.id, k.clicked_at, k.verdict, k.reason,
      k.paid_micros, k.policy_version,
      m.click_rules, d.action as decided, d.category, p.outcome as proof,
      case when o.state = 'accepted' then o.answer end as objection_answer, k.changed_at
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
        where is_of_link(c.campaign_id, c.creator_id, c.clicked_at, l.campaign_id, l.creator_id)
          and c.clicked_at > now() - interval '1 day'
        order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc, c.clicked_at desc limit ${latest}
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
    ${joinObjection(db)}
    join campaigns m on m.id = l.campaign_id
    where k.changed_at > l.since
    order by k.clicked_at, k.id, k.changed_at desc`;
}
