import { SILENT_DAYS } from "@fairclick/core/campaigns/pays-for";
import type { FindingState } from "@fairclick/core/clicks/findings";
import type { BroughtPlayers, Judgement } from "@fairclick/core/clicks/link-findings";
import { ALL_LINKS, type CampaignId, type OperatorId, type UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { type DecidableClick, decidableColumns } from "./click-decisions";

type LinkId = { campaignId: CampaignId; creatorId: UserId };

/** What the clicks of a period brought, when they were judged last. */
export type FindingFigures = Judgement & {
  fromAt: Date;
  toAt: Date;
  clicks: number;
  players: number;
  otherClicks: number;
  otherPlayers: number;
  isCertain: boolean;
};

export type LinkFinding = LinkId &
  FindingFigures & {
    id: string;
    foundAt: Date;
    state: FindingState;
    closedAt: Date | null;
    closedBy: OperatorId | null;
    explanation: string | null;
    /** Whether it ends in the creator's favour if no operator decides in time. */
    lapses: boolean;
  };

function columns(db: Queryable) {
  return db`f.id, f.campaign_id, f.creator_id, f.from_at, f.to_at, f.clicks, f.players, f.usual_players,
    f.other_clicks, f.other_players, f.probability, f.is_certain, f.unexplained, f.waiting_micros,
    f.found_at, f.state, f.closed_at, f.closed_by, f.explanation, ${canLapse(db)} as lapses`;
}

/**
 * A campaign that pays for players pays for no click that nobody followed, however long it waits: unless its
 * game has reported nobody lately.
 */
function canLapse(db: Queryable, at = new Date()) {
  const silentSince = new Date(at.getTime() - SILENT_DAYS * 86_400_000);
  return db`(not f.is_certain and exists (
    select from campaigns p where p.id = f.campaign_id and (p.pays_for = 'clicks' or not exists (
      select from rule_days d
      where d.campaign_id = p.id and d.day >= (${silentSince}::timestamptz at time zone 'UTC')::date
    ))
  ))`;
}

/** Returns false if a finding about the creator in this campaign is open already. */
export async function insertFinding(
  db: Queryable,
  finding: LinkId & FindingFigures & { id: string; at: Date },
): Promise<boolean> {
  const { id, campaignId, creatorId, at } = finding;
  const { count } = await db`
    /* linkFindings.insert */
    insert into link_findings (id, campaign_id, creator_id, found_at, ${figureColumns(db)})
    values (${id}, ${campaignId}, ${creatorId}, ${at}, ${figureValues(db, finding)})
    on conflict (campaign_id, creator_id) where state = 'open' do nothing`;
  return count === 1;
}

/** Stores what an open finding's clicks brought by now. Returns false if it is closed. */
export async function updateFigures(
  db: Queryable,
  { id, ...figures }: FindingFigures & { id: string },
): Promise<boolean> {
  const { count } = await db`
    /* linkFindings.updateFigures */
    update link_findings set (${figureColumns(db)}) = row (${figureValues(db, figures)})
    where id = ${id} and state = 'open'`;
  return count === 1;
}

function figureColumns(db: Queryable) {
  return db`from_at, to_at, clicks, players, usual_players, other_clicks, other_players, probability,
    is_certain, unexplained, waiting_micros`;
}

function figureValues(db: Queryable, figures: FindingFigures) {
  const { fromAt, toAt, clicks, players, usualPlayers, otherClicks, otherPlayers } = figures;
  const { probability, isCertain, unexplained, waitingMicros } = figures;
  return db`${fromAt}::timestamptz, ${toAt}::timestamptz, ${clicks}::int, ${players}::int, ${usualPlayers}::int,
    ${otherClicks}::int, ${otherPlayers}::int, ${probability}::float8, ${isCertain}::boolean,
    ${unexplained}::int, ${waitingMicros}::bigint`;
}

/** With `locked`, no judgement changes the finding before the end of the transaction. */
export async function findFinding(
  db: Queryable,
  id: string,
  { locked }: { locked: boolean } = { locked: false },
): Promise<LinkFinding | null> {
  const [row] = await db<LinkFinding[]>`
    /* linkFindings.find */
    select ${columns(db)} from link_findings f where f.id = ${id} ${locked ? db`for update` : db``}`;
  return row ?? null;
}

type Closing = { id: string; at: Date } & (
  | { state: "lapsed" | "explained"; operatorId: null }
  | { state: "cleared" | "confirmed"; operatorId: OperatorId }
);

/** Closes an open finding. Returns false if it is closed already. */
export async function closeFinding(
  tx: Tx,
  { id, state, operatorId, at }: Closing,
): Promise<boolean> {
  const { count } = await tx`
    /* linkFindings.close */
    update link_findings set state = ${state}, closed_at = ${at}, closed_by = ${operatorId},
      finished_at = ${state === "confirmed" ? null : at}
    where id = ${id} and state = 'open'`;
  return count === 1;
}

export async function finishFinding(db: Queryable, id: string, at: Date): Promise<void> {
  await db`
    /* linkFindings.finish */
    update link_findings set finished_at = ${at}
    where id = ${id} and state <> 'open' and finished_at is null`;
}

/** Lists confirmed findings with clicks to reverse, oldest first. */
export async function listUnfinished(db: Queryable, limit: number): Promise<LinkFinding[]> {
  return db<LinkFinding[]>`
    /* linkFindings.listUnfinished */
    select ${columns(db)} from link_findings f
    where f.finished_at is null and f.state <> 'open' order by f.id limit ${limit}`;
}

/** Lists open findings from before a time that lapse, oldest first. */
export async function listOverdue(
  db: Queryable,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<LinkFinding[]> {
  return db<LinkFinding[]>`
    /* linkFindings.listOverdue */
    select ${columns(db)} from link_findings f
    where f.state = 'open' and f.found_at < ${before} and ${canLapse(db, at)} order by f.id limit ${limit}`;
}

/** Lists creators with open findings that were not judged up to this time, longest ago first. */
export async function listCreatorsToJudgeAgain(
  db: Queryable,
  { upTo, limit }: { upTo: Date; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ creatorId: UserId }[]>`
    /* linkFindings.listToJudgeAgain */
    select creator_id from link_findings where state = 'open' and to_at < ${upTo}
    group by creator_id order by min(to_at), creator_id limit ${limit}`;
  return rows.map(({ creatorId }) => creatorId);
}

type NamedFinding = LinkFinding & { campaign: string };

/** Lists a creator's open findings, oldest first, at most 100. */
export async function listOpenFindings(db: Queryable, creatorId: UserId): Promise<NamedFinding[]> {
  return db<NamedFinding[]>`
    /* linkFindings.listOpen */
    select ${columns(db)}, c.name as campaign from link_findings f join campaigns c on c.id = f.campaign_id
    where f.state = 'open' and f.creator_id = ${creatorId} order by f.id limit 100`;
}

/** Stores what the creator says about all open findings; once for each. Returns their ids. */
export async function explainFindings(
  tx: Tx,
  { creatorId, text, at }: { creatorId: UserId; text: string; at: Date },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    /* linkFindings.explain */
    update link_findings f set explanation = ${text}, explained_at = ${at}
    where state = 'open' and explanation is null and creator_id = ${creatorId}
    returning id`;
  return rows.map(({ id }) => id);
}

export type OperatedFinding = LinkFinding & {
  code: string;
  campaign: string;
  creator: string;
  /** What the clicks of the period were paid. */
  paidMicros: bigint;
};

type FindingFilter = { state: FindingState | null; link?: LinkId; id?: string };

/** Lists open findings oldest first, the order in which to decide them; others newest first. */
export async function listFindings(
  db: Queryable,
  { state, link, id, cursor, limit }: FindingFilter & { cursor: string | null; limit: number },
): Promise<OperatedFinding[]> {
  const isOpen = state === "open";
  return db<OperatedFinding[]>`
    /* linkFindings.list */
    select ${columns(db)}, l.code, c.name as campaign, u.username as creator,
      (select coalesce(sum(q.paid_micros), 0)::bigint from click_quarters q
       where q.campaign_id = f.campaign_id and q.creator_id = f.creator_id
         and q.starts_at >= f.from_at and q.starts_at < f.to_at) as paid_micros
    from link_findings f
    join links l on l.campaign_id = f.campaign_id and l.creator_id = f.creator_id
    join campaigns c on c.id = f.campaign_id
    join users u on u.id = f.creator_id
    where true ${state ? db`and f.state = ${state}` : db``}
      ${link ? db`and f.campaign_id = ${link.campaignId} and f.creator_id = ${link.creatorId}` : db``}
      ${id ? db`and f.id = ${id}` : db``}
      ${cursor ? db`and f.id ${isOpen ? db`>` : db`<`} ${cursor}::uuid` : db``}
    order by f.id ${isOpen ? db`` : db`desc`} limit ${limit}`;
}

type Period = Pick<LinkFinding, "campaignId" | "creatorId" | "fromAt" | "toAt">;

/** Paid clicks of the period that brought no player and that nobody decided about one by one. */
function isReversible(db: Queryable, { campaignId, creatorId, fromAt, toAt }: Period) {
  return db`is_of_link(c.campaign_id, c.creator_id, c.clicked_at, ${campaignId}, ${creatorId})
    and c.clicked_at >= ${fromAt} and c.clicked_at < ${toAt} and c.verdict = 'valid'
    and not exists (select from players p where p.click_id = c.id)
    and not exists (select from click_decisions d where d.click_id = c.id)`;
}

/**
 * Lists the clicks of a confirmed finding that are still to be reversed: the newest ones, as many as
 * nothing explained less those that its act has reversed. Requires the lock of the campaign's escrow.
 */
export async function listClicksToReverse(
  tx: Tx,
  { finding, limit }: { finding: LinkFinding; limit: number },
): Promise<DecidableClick[]> {
  return tx<DecidableClick[]>`
    /* findingClicks.list */
    select ${decidableColumns(tx)} from clicks c where ${isReversible(tx, finding)}
    order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc, c.clicked_at desc, c.id
    limit least(${limit}, ${finding.unexplained} - (
      select count(*) from click_decisions where act_id = ${finding.id}
    ))`;
}

export type ReversibleClicks = { reversedClicks: number; reversedMicros: bigint };

/** Sums the clicks that a confirmation reverses. Requires the lock of the campaign's escrow. */
export async function sumReversible(tx: Tx, finding: LinkFinding): Promise<ReversibleClicks> {
  const [row] = await tx<ReversibleClicks[]>`
    /* findingClicks.sumReversible */
    select count(*)::int as reversed_clicks, coalesce(sum(paid_micros), 0)::bigint as reversed_micros
    from (
      select c.paid_micros from clicks c where ${isReversible(tx, finding)}
      order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc, c.clicked_at desc, c.id limit ${finding.unexplained}
    ) newest`;
  return requireRow(row, "a sum");
}

/** Lists creators with paid clicks in campaigns whose games have reported players since a UTC day, sorted by id. */
export async function listCreatorsToJudge(
  db: Queryable,
  { from, after, limit }: { from: Date; after: UserId | null; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ creatorId: UserId }[]>`
    /* linkFindings.listCreatorsToJudge */
    select distinct k.creator_id from link_outcomes k
    where k.creator_id > coalesce(${after}::uuid, ${ALL_LINKS}) and k.valid > 0 and ${hasReports(db, from)}
    order by k.creator_id limit ${limit}`;
  return rows.map(({ creatorId }) => creatorId);
}

function hasReports(db: Queryable, from: Date) {
  return db`exists (
    select from rule_days d where d.campaign_id = k.campaign_id and d.day >= (${from}::timestamptz at time zone 'UTC')::date
  )`;
}

type JudgedRow = LinkId & {
  findingId: string | null;
  isCertain: boolean;
  fromAt: Date;
  clicks: number;
  paidMicros: bigint;
  players: number;
  otherClicks: number;
  otherPlayers: number;
  otherCreators: number;
};

export type CampaignToJudge = LinkId &
  BroughtPlayers & {
    /** The open finding about the creator; null if there is none. */
    findingId: string | null;
    /** Whether that one is certain. */
    isCertain: boolean;
    fromAt: Date;
  };

/**
 * Reads what a creator's links brought in each campaign with reports, at most 100: since the beginning of
 * the open finding, else since the last decision about one, else since `from`. Days of players are UTC
 * days. Of the others, the one is left out who has the most players times players per click.
 */
export async function listCampaignsToJudge(
  db: Queryable,
  { creatorId, from, to }: { creatorId: UserId; from: Date; to: Date },
): Promise<CampaignToJudge[]> {
  const clicksOf = (creator: ReturnType<typeof db>) => db`coalesce((
    select sum(q.valid) from click_quarters q
    where q.campaign_id = w.campaign_id and q.creator_id = ${creator} and q.starts_at >= w.from_at
  ), 0)::float8`;
  const rows = await db<JudgedRow[]>`
    /* linkFindings.listCampaignsToJudge */
    with wanted as materialized (
      select k.campaign_id, f.id as finding_id, coalesce(f.is_certain, false) as is_certain,
        coalesce(f.from_at, date_bin('15 minutes', decided.at + interval '15 minutes', '2000-01-01Z'), ${from}) as from_at
      from link_outcomes k
      left join link_findings f on f.state = 'open' and f.campaign_id = k.campaign_id and f.creator_id = k.creator_id
      left join lateral (
        select max(closed_at) as at from link_findings d
        where d.campaign_id = k.campaign_id and d.creator_id = k.creator_id
          and d.state in ('cleared', 'lapsed', 'confirmed') and d.closed_at > ${from}
      ) decided on true
      where k.creator_id = ${creatorId} and (f.id is not null or (k.valid > 0 and ${hasReports(db, from)}))
      order by f.id is null, k.valid desc limit 100
    )
    select w.campaign_id, ${creatorId}::uuid as creator_id, w.finding_id, w.is_certain, w.from_at,
      own.clicks, own.paid_micros, joined.own::float8 as players,
      ${clicksOf(db`${ALL_LINKS}`)} - ${clicksOf(db`${creatorId}`)} - ${clicksOf(db`top.creator_id`)} as other_clicks,
      (joined.others - coalesce(top.players, 0))::float8 as other_players,
      (select coalesce(sum(o.valid)::float8 ^ 2 / nullif(sum(o.valid::float8 ^ 2), 0), 0) from link_outcomes o
       where o.campaign_id = w.campaign_id and o.creator_id <> ${creatorId}
         and o.creator_id is distinct from top.creator_id) as other_creators
    from wanted w
    cross join lateral (
      select coalesce(sum(q.valid), 0)::float8 as clicks, coalesce(sum(q.paid_micros), 0)::bigint as paid_micros
      from click_quarters q
      where q.campaign_id = w.campaign_id and q.creator_id = ${creatorId}
        and q.starts_at >= w.from_at and q.starts_at < ${to}
    ) own
    cross join lateral (
      select coalesce(sum(d.joined) filter (where d.creator_id = ${creatorId}), 0) as own,
        coalesce(sum(d.joined) filter (where d.creator_id <> ${creatorId} and d.judged_as = ''), 0) as others
      from rule_days d
      where d.campaign_id = w.campaign_id and d.day >= (w.from_at at time zone 'UTC')::date
    ) joined
    left join lateral (
      select d.creator_id, sum(d.joined) as players from rule_days d
      join link_outcomes o on o.campaign_id = d.campaign_id and o.creator_id = d.creator_id
      where d.campaign_id = w.campaign_id and d.day >= (w.from_at at time zone 'UTC')::date
        and d.judged_as = '' and d.creator_id <> ${creatorId}
      group by d.creator_id, o.valid
      order by sum(d.joined)::float8 ^ 2 / greatest(o.valid, 1) desc, d.creator_id limit 1
    ) top on true
    where own.clicks > 0 or w.finding_id is not null`;
  return rows.map(({ otherClicks, otherPlayers, otherCreators, ...row }) => ({
    ...row,
    others: { clicks: otherClicks, players: otherPlayers, creators: otherCreators },
  }));
}
