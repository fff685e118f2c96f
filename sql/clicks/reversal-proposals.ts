import type { SignalName } from "@fairclick/core/clicks/signal";
import type { OperatorId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/** How far clicks were looked up again: the day in UTC, and the last id of it. */
export type ReviewPlace = { ipDataVersion: number; day: string; clickId: string };

export async function findReviewPlace(db: Queryable): Promise<ReviewPlace | null> {
  const [row] = await db<ReviewPlace[]>`
    /* reversalProposals.findReviewPlace */
    select ip_data_version as "ipDataVersion", day::text, click_id as "clickId" from address_review`;
  return row ?? null;
}

export async function storeReviewPlace(db: Queryable, place: ReviewPlace): Promise<void> {
  await db`
    /* reversalProposals.storeReviewPlace */
    insert into address_review (ip_data_version, day, click_id)
    values (${place.ipDataVersion}, ${place.day}::date, ${place.clickId})
    on conflict (only_row) do update set ip_data_version = excluded.ip_data_version,
      day = excluded.day, click_id = excluded.click_id`;
}

export type ClickToReview = {
  id: string;
  clickedAt: Date;
  verdict: string;
  /** Null when it was forgotten. */
  ip: string | null;
  userAgent: string | null;
  ipDataVersion: number | null;
};

/** Returns clicks of one day in the order of their ids, which the primary key of its partition has. */
export async function listClicksToReview(
  db: Queryable,
  { day, afterId, before, limit }: { day: string; afterId: string; before: Date; limit: number },
): Promise<ClickToReview[]> {
  return await db<ClickToReview[]>`
    /* reversalProposals.listClicksToReview */
    select id, clicked_at as "clickedAt", verdict, host(ip) as ip, user_agent as "userAgent",
      ip_data_version as "ipDataVersion"
    from clicks
    where clicked_at >= ${day}::date::timestamp at time zone 'UTC'
      and clicked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and clicked_at < ${before} and id > ${afterId}
    order by id limit ${limit}`;
}

export type NewProposal = {
  clickId: string;
  clickedAt: Date;
  signal: SignalName;
  evidence: Record<string, string | number | boolean>;
  ipDataVersion: number;
};

/** Returns how many were new. A click is proposed once, even if the proposal was dismissed. */
export async function insertProposals(
  db: Queryable,
  proposals: readonly NewProposal[],
  at: Date,
): Promise<number> {
  const column = <Value>(pick: (proposal: NewProposal) => Value) => proposals.map(pick);
  const inserted = await db`
    /* reversalProposals.insertProposals */
    insert into reversal_proposals (click_id, clicked_at, signal, evidence, ip_data_version, proposed_at)
    select id, clicked_at, signal, evidence::jsonb, version, ${at}
    from unnest(
      ${column(({ clickId }) => clickId)}::uuid[],
      ${column(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[],
      ${column(({ signal }) => signal)}::text[],
      ${column(({ evidence }) => JSON.stringify(evidence))}::text[],
      ${column(({ ipDataVersion }) => ipDataVersion)}::int[]
    ) as proposed (id, clicked_at, signal, evidence, version)
    on conflict do nothing`;
  return inserted.count;
}

export type ProposalRow = {
  clickId: string;
  clickedAt: Date;
  campaign: string;
  creator: string;
  address: string | null;
  signal: SignalName;
  evidence: Record<string, string | number | boolean>;
  paidMicros: bigint;
  proposedAt: Date;
};

/** Returns open proposals about clicks that are still paid and were made after `since`, newest first. */
export async function listOpenProposals(
  db: Queryable,
  { since, cursor, limit }: { since: Date; cursor: string | null; limit: number },
): Promise<ProposalRow[]> {
  return await db<ProposalRow[]>`
    /* reversalProposals.listOpenProposals */
    select r.click_id as "clickId", r.clicked_at as "clickedAt", p.name as campaign,
      u.username as creator, host(c.ip) as address, r.signal, r.evidence,
      c.paid_micros as "paidMicros", r.proposed_at as "proposedAt"
    from reversal_proposals r
    join clicks c on c.id = r.click_id and c.clicked_at = r.clicked_at
    join campaigns p on p.id = c.campaign_id
    join users u on u.id = c.creator_id
    where r.dismissed_at is null and c.verdict = 'valid' and r.clicked_at > ${since}
      and c.clicked_at > ${since}
      ${cursor === null ? db`` : db`and r.click_id < ${cursor}::uuid`}
    order by r.click_id desc limit ${limit}`;
}

/** Returns false if there is no open proposal about the click. */
export async function dismissProposal(
  tx: Tx,
  dismissal: { clickId: string; operatorId: OperatorId; at: Date },
): Promise<boolean> {
  const { clickId, operatorId, at } = dismissal;
  const changed = await tx`
    /* reversalProposals.dismissProposal */
    update reversal_proposals set dismissed_at = ${at}, dismissed_by = ${operatorId}
    where click_id = ${clickId}::uuid and dismissed_at is null`;
  return changed.count === 1;
}

export async function lockProposal(tx: Tx, clickId: string): Promise<{ signal: string } | null> {
  const [row] = await tx<{ signal: string }[]>`
    /* reversalProposals.lockProposal */
    select signal from reversal_proposals
    where click_id = ${clickId}::uuid and dismissed_at is null for update`;
  return row ?? null;
}

/** Deletes proposals about clicks made before this moment: their earnings wait no longer. */
export async function deleteOldProposals(db: Queryable, before: Date): Promise<void> {
  await db`
    /* reversalProposals.deleteOldProposals */
    delete from reversal_proposals where clicked_at < ${before}`;
}
