import type { CaseAbout, CaseKind, CaseState } from "@fairclick/core/campaigns/cases";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import { bind, ch, type Part } from "../db/clickhouse";
import type { Fragment, Queryable, Tx } from "../db/client";
import { priceAt } from "./prices";

type CaseClick = { id: string; clickedAt: Date };

export type NewCase = {
  id: string;
  kind: CaseKind;
  campaignId: CampaignId;
  /** The user who reads the decision. */
  userId: UserId;
  text: string;
  /** Null for the campaign's budget. */
  micros: bigint | null;
  about: CaseAbout;
  clicks: CaseClick[];
  at: Date;
};

/**
 * Opens a case. Returns false, and the transaction must be rolled back, if an objection is about one of
 * the clicks already, or an appeal about its link, day and reason.
 */
export async function insertCase(tx: Tx, given: NewCase): Promise<boolean> {
  const { id, kind, campaignId, userId, text, micros, about, clicks, at } = given;
  const opened = await tx`
    /* cases.insert */
    insert into cases (id, kind, campaign_id, user_id, text, micros, about, opened_at)
    values (${id}, ${kind}, ${campaignId}, ${userId}, ${text}, ${micros}, ${tx.json(about)}, ${at})
    on conflict (campaign_id, user_id, (about ->> 'day'), (about ->> 'reason'))
      where kind = 'appeals' do nothing`;
  if (opened.count === 0) return false;
  const inserted = await tx`
    /* cases.insertClicks */
    insert into case_clicks (click_id, clicked_at, case_id)
    select click_id, clicked_at, ${id} from unnest(
      ${clicks.map((click) => click.id)}::uuid[],
      ${clicks.map((click) => click.clickedAt.toISOString())}::timestamptz[]
    ) as click (click_id, clicked_at)
    on conflict do nothing`;
  return inserted.count === clicks.length;
}

type ClickParts = Record<"campaignId" | "creatorId" | "clickedAt" | "reason", Fragment>;

/** A condition: the case with this alias is the appeal about a click, of which these are the columns. */
export function isAppealOf(db: Queryable, name: string, click: ClickParts): Fragment {
  const column = (of: string) => db`${db(`${name}.${of}`)}`;
  return db`${column("kind")} = 'appeals' and ${column("campaign_id")} = ${click.campaignId}
    and ${column("user_id")} = ${click.creatorId}
    and ${column("about")} ->> 'day' = to_char(${click.clickedAt} at time zone 'UTC', 'YYYY-MM-DD')
    and ${column("about")} ->> 'reason' = ${click.reason}`;
}

export async function countOpenCases(
  db: Queryable,
  { kind, ...of }: { kind: CaseKind } & ({ userId: UserId } | { campaignId: CampaignId }),
): Promise<number> {
  const [row] = await db<{ cases: number }[]>`
    /* cases.countOpen */
    select count(*)::int as cases from cases where kind = ${kind} and state = 'open'
      and ${"userId" in of ? db`user_id = ${of.userId}` : db`campaign_id = ${of.campaignId}`}`;
  return row?.cases ?? 0;
}

/** Returns those of the clicks that an objection is about. */
export async function listObjectedClicks(db: Queryable, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    /* cases.listObjected */
    select click_id as id from case_clicks where click_id = any (${ids}::uuid[])`;
  return rows.map(({ id }) => id);
}

export type StoredCase = {
  id: string;
  kind: CaseKind;
  campaignId: CampaignId;
  userId: UserId;
  state: CaseState;
  about: CaseAbout;
};

const stored = (db: Queryable) => db`k.id, k.kind, k.campaign_id, k.user_id, k.state, k.about`;

export async function findCase(db: Queryable, id: string): Promise<StoredCase | null> {
  const [row] = await db<StoredCase[]>`
    /* cases.find */
    select ${stored(db)} from cases k where k.id = ${id}`;
  return row ?? null;
}

/** Lock the campaign first, as the changes of its developer do. */
export async function lockCase(tx: Tx, id: string): Promise<StoredCase | null> {
  const [row] = await tx<StoredCase[]>`
    /* cases.lock */ select ${stored(tx)} from cases k where k.id = ${id} for update`;
  return row ?? null;
}

/** Returns what a campaign waits for. It changes only under the lock of the campaign. */
export async function findOpenReview(tx: Tx, campaignId: CampaignId): Promise<StoredCase | null> {
  const [row] = await tx<StoredCase[]>`
    /* cases.findOpenReview */
    select ${stored(tx)} from cases k
    where k.campaign_id = ${campaignId} and k.kind = 'reviews' and k.state = 'open'`;
  return row ?? null;
}

export type CaseClicks = { ids: string[]; from: Date | null; to: Date | null };

/** Returns the clicks that a case names or changed, and the span of their times and of an appeal's day. */
export async function getCaseClicks(db: Queryable, id: string): Promise<CaseClicks> {
  const [row] = await db<CaseClicks[]>`
    /* cases.getClicks */
    select array_remove(array_agg(i.id order by i.at), null) as ids, least(min(i.at), min(d.at)) as from,
      greatest(max(i.at) + interval '1 ms', max(d.at) + interval '1 day') as to
    from cases k
    cross join lateral (select (k.about ->> 'day')::timestamp at time zone 'UTC' as at) d
    left join lateral (
      select click_id as id, clicked_at as at from case_clicks where case_id = k.id
      union select click_id, clicked_at from click_decisions where act_id = k.id
    ) i on true
    where k.id = ${id}`;
  return row ?? { ids: [], from: null, to: null };
}

export type CaseOutcome = { id: string; at: Date } & (
  | { state: "withdrawn" }
  | {
      state: "accepted" | "declined";
      answer: string;
      operatorId: OperatorId;
      /** Added to what the case holds. */
      about: CaseAbout;
    }
);

export async function closeCase(tx: Tx, outcome: CaseOutcome): Promise<void> {
  const isDecided = outcome.state !== "withdrawn";
  const updated = await tx`
    /* cases.close */
    update cases set state = ${outcome.state}, decided_at = ${outcome.at},
      answer = ${isDecided ? outcome.answer : null},
      decided_by = ${isDecided ? outcome.operatorId : null},
      about = about || ${tx.json(isDecided ? outcome.about : {})}
    where id = ${outcome.id} and state = 'open'`;
  if (updated.count !== 1) throw new Error("The case was decided by somebody else");
}

export type OwnCaseRow = {
  id: string;
  kind: CaseKind;
  state: CaseState;
  campaignId: CampaignId;
  campaign: string;
  openedAt: Date;
  text: string;
  micros: bigint;
  about: CaseAbout;
  answer: string | null;
  decidedAt: Date | null;
};

export type CaseRow = OwnCaseRow & {
  userId: UserId;
  user: string;
  gameUrl: string;
  payoutMicros: bigint;
  budgetMicros: bigint;
  decidedBy: string | null;
  accepted: number;
  declined: number;
  /** Clicks of the campaign that cases of this kind are about, and all its valid clicks. */
  clicks: number;
  validClicks: number;
};

const shown = (db: Queryable) => db`
  k.id, k.kind, k.state, k.campaign_id, c.name as campaign, k.opened_at, k.text, k.about, k.answer,
  k.decided_at, coalesce(k.micros, c.budget_micros) as micros`;

/** Lists a user's cases, newest first. */
export async function listOwnCases(
  db: Queryable,
  { userId, cursor, limit }: { userId: UserId; cursor: string | null; limit: number },
): Promise<OwnCaseRow[]> {
  return db<OwnCaseRow[]>`
    /* cases.listOwn */
    select ${shown(db)} from cases k join campaigns c on c.id = k.campaign_id
    where k.user_id = ${userId} ${cursor ? db`and k.id < ${cursor}` : db``}
    order by k.id desc limit ${limit}`;
}

/**
 * A condition on cases `k` and their campaigns `c`: a review is over with its campaign, and an appeal can
 * be decided when no click of its day can follow.
 */
export function isCaseOpen(db: Queryable, at: Date) {
  return db`k.state = 'open' and (k.kind <> 'reviews' or c.ends_at > ${at})
    and (k.kind <> 'appeals' or coalesce(k.about ->> 'day', '') < ${at.toISOString().slice(0, 10)})`;
}

type CaseFilter = { kind: CaseKind | null; state: CaseState };

/** Lists open cases oldest first, the order in which to decide them; others newest first. */
export async function listCases(
  db: Queryable,
  given: CaseFilter & { at: Date; cursor: string | null; limit: number },
): Promise<CaseRow[]> {
  const { kind, state, at, cursor, limit } = given;
  const isOpen = state === "open";
  const after = cursor ? db`and k.id ${isOpen ? db`>` : db`<`} ${cursor}` : db``;
  const where = db`${isOpen ? isCaseOpen(db, at) : db`k.state = ${state}`}
    ${kind ? db`and k.kind = ${kind}` : db``} ${after}
    order by k.id ${isOpen ? db`` : db`desc`} limit ${limit}`;
  return selectCases(db, at, where);
}

export async function getCase(db: Queryable, id: string, at: Date): Promise<CaseRow | null> {
  const [row] = await selectCases(db, at, db`k.id = ${id}`);
  return row ?? null;
}

function selectCases(db: Queryable, at: Date, where: Fragment) {
  return db<CaseRow[]>`
    /* cases.list */
    select ${shown(db)}, k.user_id, u.username as user, c.game_url, c.budget_micros, o.name as decided_by,
      ${priceAt(db, db`c.id`, db`${at}::timestamptz`)} as payout_micros, r.*,
      (select coalesce(sum(l.valid), 0)::int from link_outcomes l
        where l.campaign_id = k.campaign_id) as valid_clicks
    from cases k
    join campaigns c on c.id = k.campaign_id
    join users u on u.id = k.user_id
    left join operators o on o.id = k.decided_by
    cross join lateral (
      select count(*) filter (where e.state = 'accepted')::int as accepted,
        count(*) filter (where e.state = 'declined')::int as declined,
        coalesce(sum((e.about ->> 'clicks')::int) filter (where e.campaign_id = k.campaign_id), 0)::int
          as clicks
      from cases e where e.user_id = k.user_id and e.kind = k.kind
    ) r
    where ${where}`;
}

export type CaseClickRow = CaseClick & {
  creatorId: UserId;
  creator: string;
  /** Null if the click is no longer kept, like what follows. */
  verdict: FinalVerdict | null;
  reason: string | null;
  country: string | null;
  device: string | null;
  joined: boolean;
  returned: boolean;
};

/** Lists the clicks of a case that are still kept, newest first. `clicks` begins the statement with other ones. */
export async function listCaseClicks(
  db: Queryable,
  { id, limit, clicks = db`` }: { id: string; limit: number; clicks?: Fragment },
): Promise<CaseClickRow[]> {
  return db<CaseClickRow[]>`
    /* cases.listClicks */ ${clicks}
    select k.id, k.clicked_at, k.creator_id, u.username as creator, k.verdict, k.reason, k.country,
      k.device_class as device, p.click_id is not null as joined,
      p.returned_at is not null as returned
    from (
      select click_id, clicked_at from case_clicks where case_id = ${id}
      union select click_id, clicked_at from click_decisions where act_id = ${id}
      union (
        select c.id, c.clicked_at from cases a join clicks c
          on is_of_link(c.campaign_id, c.creator_id, c.clicked_at, a.campaign_id, a.user_id)
          and c.clicked_at >= (a.about ->> 'day')::timestamp at time zone 'UTC'
          and c.clicked_at < ((a.about ->> 'day')::timestamp + interval '1 day') at time zone 'UTC'
          and c.verdict in ('held', 'invalid') and c.reason = a.about ->> 'reason'
        where a.id = ${id} and a.kind = 'appeals'
        order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc, c.clicked_at desc limit ${limit}
      )
    ) i
    join clicks k on k.id = i.click_id and k.clicked_at = i.clicked_at
    join users u on u.id = k.creator_id
    left join players p on p.click_id = k.id
    order by k.clicked_at desc, k.id desc limit ${limit}`;
}

/** The condition that a click of ClickHouse is one of these, or one that the appeal is about. */
export function isOfCase({ campaignId, userId, about }: CaseRow, ids: readonly string[]): Part {
  return ch`(id in ${bind.uuids(ids)} or (campaign_id = ${bind.uuid(campaignId)} and creator_id = ${bind.uuid(userId)}
    and verdict in ('held', 'invalid') and reason = ${bind.text(about.reason ?? "")}))`;
}
