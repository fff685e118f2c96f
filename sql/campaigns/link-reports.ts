import type { ReportReason } from "@fairclick/core/campaigns/reports";
import type { CampaignId, UserId } from "@fairclick/core/ids";
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
    select c.id as "campaignId", ${isLink ? db`l.creator_id` : db`null`} as "creatorId",
      c.game_url as "gameUrl"
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

/** Lists the newest reports of an address. */
export async function listReports(
  db: Queryable,
  { addressId, limit }: { addressId: string; limit: number },
): Promise<ReportRow[]> {
  return db<ReportRow[]>`
    /* linkReports.list */
    select r.reason, r.text, r.signed_in as "signedIn", r.reported_at as "reportedAt",
      c.name as campaign, l.code
    from link_reports r
    join campaigns c on c.id = r.campaign_id
    left join links l on l.campaign_id = r.campaign_id and l.creator_id = r.creator_id
    where r.address_id = ${addressId}
    order by r.reported_at desc, r.id desc limit ${limit}`;
}

/** Deletes the oldest reports; returns how many. */
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
