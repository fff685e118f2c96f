import type { CanonicalAddress } from "@fairclick/core/campaigns/game-url";
import type { ReportedAddressState, ReportReason } from "@fairclick/core/campaigns/reports";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/** A reported link, or a campaign if a stranger saw no creator's link. */
export type ReportedLink = { code: string } | { campaignId: CampaignId; creatorId: UserId | null };

export type FoundLink = {
  campaignId: CampaignId;
  creatorId: UserId | null;
  gameUrl: string;
};

/** Returns null if there is no such link or campaign. */
export async function findReportedLink(
  db: Queryable,
  link: ReportedLink,
): Promise<FoundLink | null> {
  const isLink = "code" in link || link.creatorId !== null;
  const where =
    "code" in link
      ? db`l.code = ${link.code}`
      : db`c.id = ${link.campaignId} ${link.creatorId === null ? db`` : db`and l.creator_id = ${link.creatorId}`}`;
  const [row] = await db<FoundLink[]>`
    /* linkReports.findReported */
    select c.id as campaign_id, ${isLink ? db`l.creator_id` : db`null`} as creator_id,
      c.game_url
    from campaigns c ${isLink ? db`join links l on l.campaign_id = c.id` : db``}
    where ${where}`;
  return row ?? null;
}

export type NewReport = {
  id: string;
  addressId: string;
  campaignId: CampaignId;
  creatorId: UserId | null;
  reason: ReportReason;
  text: string;
  signedIn: boolean;
  /** Keyed hashes. */
  reporter: string;
  network: string;
  at: Date;
};

/**
 * Returns false if this reporter has reported the link today, or if the address has `maxPerDay`
 * reports of today.
 */
export async function insertReport(
  tx: Tx,
  { maxPerDay, ...report }: NewReport & { maxPerDay: number },
): Promise<boolean> {
  const { at, addressId } = report;
  const day = at.toISOString().slice(0, 10);
  const inserted = await tx`
    /* linkReports.insert */
    insert into link_reports (id, address_id, campaign_id, creator_id, reason, text, signed_in,
      reporter, network, reported_at, day)
    select ${report.id}, ${addressId}, ${report.campaignId}, ${report.creatorId}, ${report.reason},
      ${report.text}, ${report.signedIn}, ${report.reporter}, ${report.network}, ${at}, ${day}
    where (select count(*) from link_reports
      where address_id = ${addressId} and reported_at >= ${day}::timestamptz) < ${maxPerDay}
    on conflict on constraint link_reports_once do nothing`;
  return inserted.count === 1;
}

export type ReportRow = Pick<NewReport, "reason" | "text" | "signedIn"> & {
  campaign: string;
  /** Null if the campaign was reported. */
  code: string | null;
  reportedAt: Date;
};

export async function listReports(
  db: Queryable,
  { addressId, limit }: { addressId: string; limit: number },
): Promise<ReportRow[]> {
  return db<ReportRow[]>`
    /* linkReports.list */
    select r.reason, r.text, r.signed_in, r.reported_at,
      c.name as campaign, l.code
    from link_reports r
    join campaigns c on c.id = r.campaign_id
    left join links l on l.campaign_id = r.campaign_id and l.creator_id = r.creator_id
    where r.address_id = ${addressId}
    order by r.reported_at desc, r.id desc limit ${limit}`;
}

export async function deleteReportsBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* linkReports.deleteBefore */
    delete from link_reports where id in (
      select id from link_reports where reported_at < ${before} order by reported_at limit ${limit})`;
  return deleted.count;
}

const DECISION_LOCK = 5_318_011;

/**
 * Keeps decisions about addresses away until the end of the transaction. Lock a campaign after it,
 * never before: a decision locks campaigns too.
 */
export async function lockOutDecisions(tx: Tx): Promise<void> {
  await tx`/* reportedAddresses.lockOut */ select pg_advisory_xact_lock_shared(${DECISION_LOCK})`;
}

/** Waits until no campaign gets an address, and keeps others from getting one. */
export async function lockDecisions(tx: Tx): Promise<void> {
  await tx`/* reportedAddresses.lock */ select pg_advisory_xact_lock(${DECISION_LOCK})`;
}

export type ReportedAddress = CanonicalAddress & {
  id: string;
  state: ReportedAddressState;
  wholeHost: boolean;
  openedAt: Date;
  answer: string | null;
  decidedAt: Date | null;
};

const columns = (db: Queryable) => db`a.id, a.address, a.host, a.state,
  a.whole_host, a.opened_at, a.answer, a.decided_at`;

/** Adds an address, or returns the known one, locked. */
export async function addReportedAddress(
  tx: Tx,
  given: CanonicalAddress & { id: string; hash: string; at: Date },
): Promise<ReportedAddress> {
  const { id, address, hash, host, at } = given;
  await tx`
    /* reportedAddresses.add */
    insert into reported_addresses (id, address, address_hash, host, opened_at)
    values (${id}, ${address}, ${hash}, ${host}, ${at}) on conflict (address_hash) do nothing`;
  const [row] = await tx<ReportedAddress[]>`
    /* reportedAddresses.lockByHash */
    select ${columns(tx)} from reported_addresses a where address_hash = ${hash}
    for no key update`;
  if (!row) throw new Error("An address was neither added nor found");
  return row;
}

export async function findReportedAddress(
  db: Queryable,
  id: string,
): Promise<ReportedAddress | null> {
  const [row] = await db<ReportedAddress[]>`
    /* reportedAddresses.find */
    select ${columns(db)} from reported_addresses a where id = ${id}`;
  return row ?? null;
}

type NewState = { id: string; at: Date } & (
  | { state: "open" }
  | {
      state: "confirmed" | "dismissed";
      wholeHost: boolean;
      answer: string;
      operatorId: OperatorId;
    }
);

/** Requires a lock of the row or of the decisions. */
export async function updateReportedAddress(tx: Tx, change: NewState): Promise<void> {
  const { id, at } = change;
  if (change.state === "open") {
    await tx`
      /* reportedAddresses.open */
      update reported_addresses set state = 'open', opened_at = ${at}, whole_host = false,
        answer = null, decided_by = null, decided_at = null
      where id = ${id}`;
    return;
  }
  await tx`
    /* reportedAddresses.decide */
    update reported_addresses set state = ${change.state}, whole_host = ${change.wholeHost},
      answer = ${change.answer}, decided_by = ${change.operatorId}, decided_at = ${at}
    where id = ${id}`;
}

/** Returns the confirmed address that includes another one, or null; the exact one first. */
export async function findConfirmedAddress(
  db: Queryable,
  { hash, hosts }: { hash: string; hosts: readonly string[] },
): Promise<ReportedAddress | null> {
  const [row] = await db<ReportedAddress[]>`
    /* reportedAddresses.findConfirmed */
    select ${columns(db)} from reported_addresses a
    where state = 'confirmed'
      and (address_hash = ${hash} or (whole_host and host = any (${hosts}::text[])))
    order by address_hash = ${hash} desc, id limit 1`;
  return row ?? null;
}

export type ListedAddress = ReportedAddress & {
  decidedBy: string | null;
  reports: number;
  /** How many different reporters, and networks of reporters. */
  reporters: number;
  networks: number;
  /** Most frequent first. */
  reasons: { reason: ReportReason; reports: number }[];
  lastReportedAt: Date | null;
};

/** Lists open addresses oldest first, the order in which to decide them; others newest first. */
export async function listReportedAddresses(
  db: Queryable,
  input: { state: ReportedAddressState; cursor: string | null; limit: number },
): Promise<ListedAddress[]> {
  const { state, cursor, limit } = input;
  const page =
    state === "open"
      ? db`${cursor ? db`and a.id > ${cursor}` : db``} order by a.id`
      : db`${cursor ? db`and a.id < ${cursor}` : db``} order by a.id desc`;
  return db<ListedAddress[]>`
    /* reportedAddresses.list */
    ${selectListed(db)} where a.state = ${state} ${page} limit ${limit}`;
}

export async function getListedAddress(db: Queryable, id: string): Promise<ListedAddress | null> {
  const [row] = await db<ListedAddress[]>`
    /* reportedAddresses.getListed */
    ${selectListed(db)} where a.id = ${id}`;
  return row ?? null;
}

function selectListed(db: Queryable) {
  return db`
    select ${columns(db)}, o.name as decided_by, r.*
    from reported_addresses a
    left join operators o on o.id = a.decided_by
    cross join lateral (
      select coalesce(sum(count), 0)::int as reports,
        (select count(distinct reporter)::int from link_reports where address_id = a.id) as reporters,
        (select count(distinct network)::int from link_reports where address_id = a.id) as networks,
        coalesce(json_agg(json_build_object('reason', reason, 'reports', count)
          order by count desc, reason), '[]') as reasons,
        max(last_at) as last_reported_at
      from (
        select reason, count(*)::int as count, max(reported_at) as last_at
        from link_reports where address_id = a.id group by reason
      ) by_reason
    ) r`;
}
