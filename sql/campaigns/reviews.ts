import type {
  PriceMedian,
  ReviewFacts,
  ReviewReason,
  ReviewState,
  ReviewSubject,
} from "@fairclick/core/campaigns/reviews";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { priceAt } from "./prices";

type NewReview = {
  id: string;
  campaignId: CampaignId;
  subject: ReviewSubject;
  gameUrl: string;
  reasons: ReviewReason[];
  waitsSince: Date;
};

export type ReviewRow = NewReview & {
  campaign: string;
  developerId: UserId;
  developer: string;
  /** Where the campaign's visitors are sent now. */
  currentGameUrl: string;
  payoutMicros: bigint;
  budgetMicros: bigint;
  state: ReviewState;
  answer: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
};

export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  await tx`
    /* reviews.insert */
    insert into campaign_reviews (id, campaign_id, subject, game_url, reasons, waits_since)
    values (${review.id}, ${review.campaignId}, ${review.subject}, ${review.gameUrl},
      ${review.reasons}, ${review.waitsSince})`;
}

/**
 * Lists waiting reviews of campaigns that have not ended, oldest first, the order in which to decide
 * them; others newest first.
 */
export async function listReviews(
  db: Queryable,
  input: { state: ReviewState; at: Date; cursor: string | null; limit: number },
): Promise<ReviewRow[]> {
  const { state, at, cursor, limit } = input;
  const page =
    state === "waiting"
      ? db`and c.ends_at > ${at} ${cursor ? db`and r.id > ${cursor}` : db``} order by r.id`
      : db`${cursor ? db`and r.id < ${cursor}` : db``} order by r.id desc`;
  return db<ReviewRow[]>`
    /* reviews.list */
    select r.id, r.campaign_id, r.subject, r.game_url, r.reasons,
      r.waits_since, r.state, r.answer, o.name as decided_by,
      r.decided_at, c.name as campaign, c.developer_id,
      u.username as developer, c.game_url as current_game_url,
      ${priceAt(db, db`c.id`, db`${at}::timestamptz`)} as payout_micros,
      c.budget_micros
    from campaign_reviews r
    join campaigns c on c.id = r.campaign_id
    join users u on u.id = c.developer_id
    left join operators o on o.id = r.decided_by
    where r.state = ${state} ${page} limit ${limit}`;
}

export type LockedReview = Pick<NewReview, "id" | "campaignId" | "subject" | "gameUrl"> & {
  state: ReviewState;
};

export async function findReview(db: Queryable, id: string): Promise<LockedReview | null> {
  const [row] = await db<LockedReview[]>`
    /* reviews.find */
    select id, campaign_id, subject, game_url, state
    from campaign_reviews where id = ${id}`;
  return row ?? null;
}

/** Returns what a campaign waits for. It changes only under the lock of the campaign. */
export async function findWaitingReview(
  tx: Tx,
  campaignId: CampaignId,
): Promise<LockedReview | null> {
  const [row] = await tx<LockedReview[]>`
    /* reviews.findWaiting */
    select id, campaign_id, subject, game_url, state
    from campaign_reviews where campaign_id = ${campaignId} and state = 'waiting'`;
  return row ?? null;
}

type Outcome = {
  id: string;
  state: Exclude<ReviewState, "waiting">;
  /** Null if the developer withdrew it. */
  answer: string | null;
  operatorId: OperatorId | null;
  at: Date;
};

export async function closeReview(tx: Tx, outcome: Outcome): Promise<void> {
  const { id, state, answer, operatorId, at } = outcome;
  const updated = await tx`
    /* reviews.close */
    update campaign_reviews set state = ${state}, answer = ${answer}, decided_by = ${operatorId},
      decided_at = ${at}
    where id = ${id} and state = 'waiting'`;
  if (updated.count !== 1) throw new Error("The review was decided by somebody else");
}

type HostRecord = Pick<
  ReviewFacts,
  "hasBeenLive" | "isKnownHost" | "isReportedHost" | "isReportedDeveloper"
>;

/**
 * Whether campaigns were live on a host before, and the developer's on any host outside the trusted
 * ones, and whether reports of either were confirmed. `canonicalHost` is without `www.`.
 */
export async function getHostRecord(
  db: Queryable,
  input: { developerId: UserId; host: string; canonicalHost: string },
): Promise<HostRecord> {
  const { developerId, host, canonicalHost } = input;
  const [row] = await db<HostRecord[]>`
    /* reviews.getHostRecord */
    select exists (select from campaign_hosts where developer_id = ${developerId}) as has_been_live,
      exists (select from campaign_hosts where host = ${host}) as is_known_host,
      exists (select from reported_addresses where host = ${canonicalHost} and state = 'confirmed')
        as is_reported_host,
      exists (select from campaigns where developer_id = ${developerId} and blocked_by is not null)
        as is_reported_developer`;
  return requireRow(row, "a host's record");
}

export async function addLiveHost(
  tx: Tx,
  { developerId, host, at }: { developerId: UserId; host: string; at: Date },
): Promise<void> {
  await tx`
    /* reviews.addLiveHost */
    insert into campaign_hosts (developer_id, host, live_since)
    values (${developerId}, ${host}, ${at}) on conflict do nothing`;
}

/**
 * Returns the median price of live campaigns: the newest one of each developer, so that nobody
 * counts twice, without those of `except`.
 */
export async function getPriceMedian(
  db: Queryable,
  { except, at }: { except: UserId; at: Date },
): Promise<PriceMedian> {
  const [row] = await db<PriceMedian[]>`
    /* reviews.getPriceMedian */
    select count(*)::int as developers,
      coalesce(percentile_disc(0.5) within group (order by p.payout_micros), 0)::bigint as micros
    from (
      select distinct on (developer_id)
        ${priceAt(db, db`campaigns.id`, db`${at}::timestamptz`)} as payout_micros
      from campaigns
      where funded_at is not null and paused_at is null and disabled_at is null
        and released_at is null and ends_at > ${at} and developer_id <> ${except}
      order by developer_id, created_at desc
    ) p`;
  return requireRow(row, "the median price");
}
