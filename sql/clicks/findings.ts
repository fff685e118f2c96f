import {
  ENOUGH_LINK_CLICKS,
  type FindingEvidence,
  type FindingState,
  type LinkFacts,
  type LinkSpan,
} from "@fairclick/core/clicks/link-findings";
import { JOINED } from "@fairclick/core/conversions/report";
import { ALL_LINKS, type CampaignId, type OperatorId, type UserId } from "@fairclick/core/ids";
import { priceAt } from "../campaigns/prices";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { type DecidableClick, decidableColumns } from "./click-decisions";

type LinkId = { campaignId: CampaignId; creatorId: UserId };

export type LinkFinding = LinkId & {
  id: string;
  signals: FindingEvidence[];
  fromAt: Date;
  foundAt: Date;
  state: FindingState;
  closedAt: Date | null;
  closedBy: OperatorId | null;
  finishedAt: Date | null;
  explanation: string | null;
};

function columns(db: Queryable) {
  return db`f.id, f.campaign_id, f.creator_id, f.signals,
    f.from_at, f.found_at, f.state, f.closed_at,
    f.closed_by, f.finished_at, f.explanation`;
}

/** Returns false if a finding about the link is open already. */
export async function insertFinding(
  db: Queryable,
  finding: LinkId & { id: string; signals: FindingEvidence[]; fromAt: Date; at: Date },
): Promise<boolean> {
  const { id, campaignId, creatorId, signals, fromAt, at } = finding;
  const { count } = await db`
    /* linkFindings.insert */
    insert into link_findings (id, campaign_id, creator_id, signals, from_at, found_at)
    values (${id}, ${campaignId}, ${creatorId}, ${db.json(signals)}, ${fromAt}, ${at})
    on conflict (campaign_id, creator_id) where state = 'open' do nothing`;
  return count === 1;
}

export async function findFinding(db: Queryable, id: string): Promise<LinkFinding | null> {
  const [row] = await db<LinkFinding[]>`
    /* linkFindings.find */
    select ${columns(db)} from link_findings f where f.id = ${id}`;
  return row ?? null;
}

/** Closes an open finding. Returns false if it is closed already. */
export async function closeFinding(
  tx: Tx,
  closing: {
    id: string;
    state: Exclude<FindingState, "open">;
    operatorId: OperatorId | null;
    at: Date;
  },
): Promise<boolean> {
  const { id, state, operatorId, at } = closing;
  const { count } = await tx`
    /* linkFindings.close */
    update link_findings set state = ${state}, closed_at = ${at}, closed_by = ${operatorId}
    where id = ${id} and state = 'open'`;
  return count === 1;
}

export async function finishFinding(db: Queryable, id: string, at: Date): Promise<void> {
  await db`
    /* linkFindings.finish */
    update link_findings set finished_at = ${at}
    where id = ${id} and state <> 'open' and finished_at is null`;
}

/** Lists closed findings with undecided clicks, oldest first. */
export async function listUnfinished(db: Queryable, limit: number): Promise<LinkFinding[]> {
  return db<LinkFinding[]>`
    /* linkFindings.listUnfinished */
    select ${columns(db)} from link_findings f
    where f.finished_at is null and f.state <> 'open' order by f.id limit ${limit}`;
}

/** Lists open findings from before a time, oldest first. */
export async function listOverdue(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<LinkFinding[]> {
  return db<LinkFinding[]>`
    /* linkFindings.listOverdue */
    select ${columns(db)} from link_findings f
    where f.state = 'open' and f.found_at < ${before} order by f.id limit ${limit}`;
}

/** Returns a creator's open finding about a link; null if there is none. */
export async function findOpenFinding(
  db: Queryable,
  { campaignId, creatorId }: LinkId,
): Promise<LinkFinding | null> {
  const [row] = await db<LinkFinding[]>`
    /* linkFindings.findOpen */
    select ${columns(db)} from link_findings f
    where f.state = 'open' and f.campaign_id = ${campaignId} and f.creator_id = ${creatorId}`;
  return row ?? null;
}

/** Stores what the creator says. Returns null if nothing is open or something was said before. */
export async function explainFinding(
  tx: Tx,
  { campaignId, creatorId, text, at }: LinkId & { text: string; at: Date },
): Promise<LinkFinding | null> {
  const [row] = await tx<LinkFinding[]>`
    /* linkFindings.explain */
    update link_findings f set explanation = ${text}, explained_at = ${at}
    where state = 'open' and explanation is null and campaign_id = ${campaignId}
      and creator_id = ${creatorId}
    returning ${columns(tx)}`;
  return row ?? null;
}

export type OperatedFinding = LinkFinding & {
  code: string;
  campaign: string;
  creator: string;
  /** What the link earned with clicks since `fromAt`, until the finding was closed. */
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
         and q.starts_at >= f.from_at and q.starts_at <= coalesce(f.closed_at, 'infinity')) as paid_micros
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

export async function countOpenFindings(db: Queryable): Promise<number> {
  const [row] = await db<{ open: number }[]>`
    /* linkFindings.countOpen */
    select count(*)::int as open from link_findings where state = 'open'`;
  return row?.open ?? 0;
}

type Wanted = {
  finding: LinkFinding;
  action: "approve" | "reject" | "reverse";
  limit: number;
};

/**
 * Lists the clicks of a closed finding that an action still applies to, oldest first: to approve
 * those that were held for its signals only; to reject or reverse the link's held or paid clicks from
 * the first judged one to the closing, without those that were decided one by one.
 */
export async function listClicksOfFinding(
  db: Queryable,
  { finding, action, limit }: Wanted,
): Promise<DecidableClick[]> {
  const { campaignId, creatorId, signals, fromAt, closedAt } = finding;
  const names = signals.map(({ signal }) => signal);
  const applies = {
    approve: db`c.verdict = 'held' and c.reason = any (${names}::text[])`,
    reject: db`c.verdict = 'held'`,
    reverse: isReversible(db),
  };
  return db<DecidableClick[]>`
    /* findingClicks.list */
    select ${decidableColumns(db)} from clicks c
    where c.campaign_id = ${campaignId} and c.creator_id = ${creatorId}
      and c.clicked_at >= ${fromAt} and c.clicked_at <= ${closedAt} and ${applies[action]}
    order by c.clicked_at, c.id limit ${limit}`;
}

function isReversible(db: Queryable) {
  return db`c.verdict = 'valid' and not exists (
    select from click_decisions d where d.click_id = c.id
  )`;
}

export type ReversibleClicks = {
  reversedClicks: number;
  reversedMicros: bigint;
  /** Clicks without a verdict yet, and their prices: once they are paid, they are reversed too. */
  pendingClicks: number;
  pendingMicros: bigint;
};

/**
 * Sums the clicks that a confirmation at a time reverses. Requires the lock of the campaign's escrow:
 * no click is paid or decided until the transaction ends.
 */
export async function sumReversible(
  tx: Tx,
  { finding, at }: { finding: LinkFinding; at: Date },
): Promise<ReversibleClicks> {
  const { campaignId, creatorId, fromAt } = finding;
  const inSpan = tx`c.campaign_id = ${campaignId} and c.creator_id = ${creatorId}
    and c.clicked_at >= ${fromAt} and c.clicked_at <= ${at}`;
  const [row] = await tx<ReversibleClicks[]>`
    /* findingClicks.sumReversible */
    select * from (
      select count(*)::int as reversed_clicks,
        coalesce(sum(c.paid_micros), 0)::bigint as reversed_micros
      from clicks c where ${inSpan} and ${isReversible(tx)}
    ) paid, (
      select count(*)::int as pending_clicks,
        coalesce(sum(${priceAt(tx, tx`c.campaign_id`, tx`c.clicked_at`)}), 0)::bigint as pending_micros
      from pending_clicks c where ${inSpan}
    ) pending`;
  if (!row) throw new Error("A sum returned no row");
  return row;
}

export type LinkToJudge = LinkId & {
  /** When the last finding about it was closed; null if there was none. */
  decidedAt: Date | null;
};

type FactsWanted = { from: Date; limit: number } & (
  | { after: LinkId | null; creatorId?: undefined }
  | { creatorId: UserId; after?: undefined }
);

/**
 * Lists links with enough paid clicks since `from` and without an open finding: those after a link,
 * sorted by campaign and creator, or those of one creator.
 */
export async function listLinksToJudge(
  db: Queryable,
  { from, limit, after, creatorId }: FactsWanted,
): Promise<LinkToJudge[]> {
  const scope = creatorId
    ? db`k.creator_id = ${creatorId}`
    : after
      ? db`(k.campaign_id, k.creator_id) > (${after.campaignId}, ${after.creatorId})`
      : db`true`;
  return db<LinkToJudge[]>`
    /* linkFacts.listToJudge */
    select k.campaign_id, k.creator_id,
      (select max(f.closed_at) from link_findings f
       where f.campaign_id = k.campaign_id and f.creator_id = k.creator_id) as decided_at
    from link_outcomes k
    cross join lateral (
      select sum(q.valid) as valid from click_quarters q
      where q.campaign_id = k.campaign_id and q.creator_id = k.creator_id and q.starts_at >= ${from}
    ) recent
    where ${scope} and k.valid > ${ENOUGH_LINK_CLICKS} and recent.valid > ${ENOUGH_LINK_CLICKS}
      and not exists (
        select from link_findings f
        where f.state = 'open' and f.campaign_id = k.campaign_id and f.creator_id = k.creator_id
      )
    order by k.campaign_id, k.creator_id limit ${limit}`;
}

type Rates = {
  clicks: number;
  joined: number;
  allClicks: number;
  allJoined: number;
  links: number;
};

/** Reads what a link is judged by, from quarter-hour counters. */
export async function readLinkFacts(
  db: Queryable,
  { campaignId, creatorId }: LinkId,
  { from, to }: LinkSpan,
): Promise<LinkFacts> {
  const clicks = (of: string) => db`
    (select coalesce(sum(valid), 0)::float8 from click_quarters
     where campaign_id = ${campaignId} and creator_id = ${of} and starts_at >= ${from} and starts_at < ${to})`;
  const joined = (of: string) => db`
    (select coalesce(sum(conversions), 0)::float8 from conversion_quarters
     where campaign_id = ${campaignId} and creator_id = ${of} and event = ${JOINED}
       and starts_at >= ${from} and starts_at < ${to})`;
  const [row] = await db<Rates[]>`
    /* linkFacts.read */
    select ${clicks(creatorId)} as clicks, ${joined(creatorId)} as joined,
      ${clicks(ALL_LINKS)} as all_clicks, ${joined(ALL_LINKS)} as all_joined,
      (select coalesce(sum(valid)::float8 ^ 2 / nullif(sum(valid::float8 ^ 2), 0), 0) from link_outcomes
       where campaign_id = ${campaignId} and creator_id <> ${creatorId}) as links`;
  const { clicks: own, joined: ownJoined, allClicks, allJoined, links } = requireRow(row, "rates");
  return {
    link: { clicks: own, conversions: ownJoined },
    others: { clicks: allClicks - own, conversions: allJoined - ownJoined, links },
  };
}
