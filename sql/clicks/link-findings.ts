import { type ClickToJudge, linkKey } from "@fairclick/core/clicks/facts";
import type { FindingEvidence, FindingState } from "@fairclick/core/clicks/link-findings";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import { arrayLiteral } from "../db/array-literal";
import type { Queryable, Tx } from "../db/client";

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
  return db`f.id, f.campaign_id as "campaignId", f.creator_id as "creatorId", f.signals,
    f.from_at as "fromAt", f.found_at as "foundAt", f.state, f.closed_at as "closedAt",
    f.closed_by as "closedBy", f.finished_at as "finishedAt", f.explanation`;
}

/** Returns what the open findings say about the clicks' links, by `linkKey`. */
export async function readOpenFindings(
  tx: Tx,
  clicks: readonly ClickToJudge[],
): Promise<Map<string, FindingEvidence[]>> {
  const links = [...new Map(clicks.map((click) => [linkKey(click), click])).values()];
  const rows = await tx<{ campaignId: string; creatorId: string; signals: FindingEvidence[] }[]>`
    /* linkFindings.readOpen */
    select f.campaign_id as "campaignId", f.creator_id as "creatorId", f.signals
    from unnest(
      ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[]
    ) as link (campaign_id, creator_id)
    join link_findings f on f.state = 'open' and f.campaign_id = link.campaign_id
      and f.creator_id = link.creator_id`;
  return new Map(rows.map((row) => [linkKey(row), row.signals]));
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

type FindingFilter = { state: FindingState | null; link?: LinkId };

/** Lists findings, newest first. */
export async function listFindings(
  db: Queryable,
  { state, link, cursor, limit }: FindingFilter & { cursor: string | null; limit: number },
): Promise<OperatedFinding[]> {
  return db<OperatedFinding[]>`
    /* linkFindings.list */
    select ${columns(db)}, l.code, c.name as campaign, u.username as creator,
      (select coalesce(sum(q.paid_micros), 0)::bigint from click_quarters q
       where q.campaign_id = f.campaign_id and q.creator_id = f.creator_id
         and q.starts_at >= f.from_at and q.starts_at <= coalesce(f.closed_at, 'infinity')) as "paidMicros"
    from link_findings f
    join links l on l.campaign_id = f.campaign_id and l.creator_id = f.creator_id
    join campaigns c on c.id = f.campaign_id
    join users u on u.id = f.creator_id
    where true ${state ? db`and f.state = ${state}` : db``}
      ${link ? db`and f.campaign_id = ${link.campaignId} and f.creator_id = ${link.creatorId}` : db``}
      ${cursor ? db`and f.id < ${cursor}::uuid` : db``}
    order by f.id desc limit ${limit}`;
}

export async function countOpenFindings(db: Queryable): Promise<number> {
  const [row] = await db<{ open: number }[]>`
    /* linkFindings.countOpen */
    select count(*)::int as open from link_findings where state = 'open'`;
  return row?.open ?? 0;
}

/**
 * Returns what a creator's links under review have earned since their first judged click, at most the
 * balance. Under review are links with an open finding, or a confirmed one before its clicks are all
 * reversed.
 */
export async function sumUnderReview(db: Queryable, creatorId: UserId): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* linkFindings.sumUnderReview */
    select least(coalesce(sum(q.paid_micros), 0), coalesce((
      select balance_micros from ledger_accounts where kind = 'earnings' and owner_id = ${creatorId}
    ), 0))::bigint as micros
    from link_findings f
    join click_quarters q on q.campaign_id = f.campaign_id and q.creator_id = f.creator_id
      and q.starts_at >= f.from_at and q.starts_at <= coalesce(f.closed_at, 'infinity')
    where f.creator_id = ${creatorId} and f.finished_at is null and f.state in ('open', 'confirmed')`;
  return row?.micros ?? 0n;
}
