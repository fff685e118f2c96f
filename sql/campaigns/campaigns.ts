import type { ContentCategory, ContentPlatform } from "@fairclick/core/accounts/creator-content";
import type { AudienceDevice } from "@fairclick/core/campaigns/audience";
import {
  type CampaignTexts,
  type ClickRules,
  campaignTextNames,
} from "@fairclick/core/campaigns/campaign-input";
import type { JoinRule } from "@fairclick/core/campaigns/join-rule";
import type { PaysFor } from "@fairclick/core/campaigns/pays-for";
import type { SpendingLimits } from "@fairclick/core/campaigns/prices";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { PageRequest, Queryable, Tx } from "../db/client";
import { type CountedRow, countedColumns, joinClickCounts } from "./click-counts";
import { priceAt } from "./prices";

export type JoinRate = {
  clicks: number;
  joined: number;
  genreRate: number | null;
  isFarBelow: boolean;
};

export type NewCampaignRow = CampaignTexts & {
  id: CampaignId;
  developerId: UserId;
  name: string;
  gameTitle: string;
  gameUrl: string;
  genres: string[];
  /** What a click pays its creator now. */
  payoutMicros: bigint;
  /** The platform's fee per paid click, in hundredths of a percent of its price. */
  feeBasisPoints: number;
  budgetMicros: bigint;
  startsAt: Date;
  endsAt: Date;
  pausedAt: Date | null;
  clickRules: ClickRules;
  paysFor: PaysFor;
  /** The clicks that it pays for; null pays for all. */
  audienceCountries: string[] | null;
  audienceDevices: AudienceDevice[] | null;
};

/** `review`: a new campaign that waits for an operator; `report`: its address was reported and confirmed. */
export type ForcedPauseBy = "operator" | "platform" | "review" | "report";

/** A campaign's own columns, without its counters and balances. */
export type LockedCampaignRow = NewCampaignRow & {
  /** The platform's fee per paid click at the price of now. */
  feeMicros: bigint;
  /** The creators that it wants; empty lists want all. */
  wantedCategories: ContentCategory[];
  wantedPlatforms: ContentPlatform[];
  joinRule: JoinRule;
  /** Null without an image. */
  coverHash: string | null;
  coverAlt: string;
  fundedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  /** A pause that the developer cannot lift. */
  forcedPauseAt: Date | null;
  forcedPauseBy: ForcedPauseBy | null;
  forcedPauseReason: string | null;
  /** The confirmed address that stops it, besides other pauses; null if none does. */
  blockedBy: string | null;
};

export type CampaignRow = LockedCampaignRow &
  CountedRow & {
    developerName: string;
    developerSuspendedAt: Date | null;
    createdAt: Date;
    /** A price that has not begun; both are null if there is none. */
    nextPayoutMicros: bigint | null;
    nextPayoutAt: Date | null;
    escrowMicros: bigint;
    claimedMicros: bigint;
    impressions: bigint;
    /** A new address of a running campaign that waits for review; null if there is none. */
    pendingGameUrl: string | null;
    /** Null before it was measured. */
    joinRate: JoinRate | null;
  } & SpendingLimits;

export async function insertCampaign(
  tx: Tx,
  { payoutMicros, ...campaign }: NewCampaignRow,
): Promise<void> {
  await tx`
    /* campaigns.insertCampaign */
    with inserted as (insert into campaigns ${tx(campaign)})
    insert into campaign_prices (campaign_id, starts_at, payout_micros)
    values (${campaign.id}, '-infinity', ${payoutMicros})`;
}

/**
 * Counts a developer's campaigns that were never funded, without those that have ended and were
 * created before `createdAfter`.
 */
export async function countUnfunded(
  db: Queryable,
  input: { developerId: UserId; at: Date; createdAfter: Date },
): Promise<number> {
  const { developerId, at, createdAfter } = input;
  const [row] = await db<{ count: number }[]>`
    /* campaigns.countUnfunded */
    select count(*)::int as count from campaigns
    where developer_id = ${developerId} and funded_at is null
      and (ends_at > ${at} or created_at > ${createdAfter})`;
  return row?.count ?? 0;
}

export async function lockCampaign(tx: Tx, id: CampaignId): Promise<LockedCampaignRow | null> {
  const [row] = await tx<LockedCampaignRow[]>`
    /* campaigns.lockCampaign */
    select ${ownColumns(tx)} from campaigns c where c.id = ${id} for no key update`;
  return row ?? null;
}

/** Locks a developer's campaigns with an escrow that is not released, in the order of their ids. */
export async function lockOpenCampaigns(tx: Tx, developerId: UserId): Promise<CampaignId[]> {
  const rows = await tx<{ id: CampaignId }[]>`
    /* campaigns.lockOpen */
    select id from campaigns where developer_id = ${developerId} and released_at is null
    order by id for no key update`;
  return rows.map(({ id }) => id);
}

/** Whether a developer has a campaign that can still return budget to the wallet. */
export async function hasOpenBudget(db: Queryable, developerId: UserId): Promise<boolean> {
  const open = await db`
    /* campaigns.hasOpenBudget */
    select from campaigns
    where developer_id = ${developerId} and funded_at is not null and released_at is null limit 1`;
  return open.length > 0;
}

/** Returns false if the campaign was funded already. */
export async function markFunded(
  tx: Tx,
  { id, at }: { id: CampaignId; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* campaigns.markFunded */
    update campaigns set funded_at = ${at} where id = ${id} and funded_at is null`;
  return updated.count === 1;
}

export async function increaseBudget(
  tx: Tx,
  { id, micros }: { id: CampaignId; micros: bigint },
): Promise<void> {
  await tx`
    /* campaigns.increaseBudget */
    update campaigns set budget_micros = budget_micros + ${micros} where id = ${id}`;
}

/** Returns false if the campaign has already ended. */
export async function markEnded(
  tx: Tx,
  { id, at }: { id: CampaignId; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* campaigns.markEnded */
    update campaigns set ends_at = ${at}, ended_early_at = ${at}
    where id = ${id} and ends_at > ${at}`;
  return updated.count === 1;
}

export async function updateCampaign(
  tx: Tx,
  { id, ...columns }: Pick<NewCampaignRow, "id"> & Partial<Omit<NewCampaignRow, "payoutMicros">>,
): Promise<void> {
  await tx`
    /* campaigns.updateCampaign */
    update campaigns set ${tx(columns)} where id = ${id}`;
}

export async function findCampaign(db: Queryable, id: CampaignId): Promise<CampaignRow | null> {
  const [row] = await db<CampaignRow[]>`
    /* campaigns.findCampaign */
    ${selectCampaigns(db)} where c.id = ${id}`;
  return row ?? null;
}

/** Lists a developer's campaigns, newest first. */
export async function listDeveloperCampaigns(
  db: Queryable,
  { developerId, limit, cursor }: PageRequest<CampaignId> & { developerId: UserId },
): Promise<CampaignRow[]> {
  return db<CampaignRow[]>`
    /* campaigns.listDeveloperCampaigns */
    ${selectCampaigns(db)}
    where c.developer_id = ${developerId} ${afterCursor(db, cursor)}
    order by c.created_at desc, c.id desc limit ${limit}`;
}

/** Returns the campaigns with these ids, in any order; leaves out unknown ids. */
export async function listCampaignsById(db: Queryable, ids: CampaignId[]): Promise<CampaignRow[]> {
  return db<CampaignRow[]>`
    /* campaigns.listCampaignsById */
    ${selectCampaigns(db)} where c.id = any (${ids}::uuid[])`;
}

export function afterCursor(db: Queryable, cursor: CampaignId | null) {
  return cursor === null
    ? db``
    : db`and (c.created_at, c.id) < (select created_at, id from campaigns where id = ${cursor})`;
}

/** An expression for what a click on the campaign `c` pays now. */
export function priceNow(db: Queryable) {
  return priceAt(db, db`c.id`, db`now()`);
}

/** An expression for what a paid click on the campaign `c` takes from its budget now. */
export function costNow(db: Queryable) {
  return db`click_cost(${priceNow(db)}, c.fee_basis_points)`;
}

function ownColumns(db: Queryable) {
  return db`c.id, c.developer_id, c.name, c.game_title, c.game_url, c.genres,
    ${db(campaignTextNames.map((name) => `c.${name}`))}, ${priceNow(db)} as payout_micros,
    click_fee(${priceNow(db)}, c.fee_basis_points) as fee_micros, c.fee_basis_points,
    c.budget_micros, c.starts_at, c.ends_at,
    c.funded_at, c.paused_at, c.disabled_at,
    c.disabled_reason, c.click_rules, c.pays_for,
    c.audience_countries, c.audience_devices,
    c.wanted_categories, c.wanted_platforms, c.join_rule,
    c.cover_hash, c.cover_alt,
    c.forced_pause_at,
    c.forced_pause_by, c.forced_pause_reason,
    c.blocked_by`;
}

/** Selects campaigns `c` with their developer, escrow `a`, held claims `h`, a new address `w` and click counters. */
export function selectCampaigns(db: Queryable) {
  return db`
    select ${ownColumns(db)}, c.created_at, u.username as developer_name,
      u.suspended_at as developer_suspended_at,
      next.payout_micros as next_payout_micros, next.starts_at as next_payout_at,
      a.balance_micros as escrow_micros, coalesce(h.micros, 0)::bigint as claimed_micros,
      i.impressions, w.about ->> 'gameUrl' as pending_game_url, ${joinRateColumn(db)}, ${limitColumns(db)}, ${countedColumns(db)}
    from campaigns c
    join users u on u.id = c.developer_id
    join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id
    left join cases w on w.campaign_id = c.id and w.kind = 'reviews' and w.state = 'open'
      and w.about ->> 'subject' = 'game_url'
    left join campaign_prices next on next.campaign_id = c.id and next.starts_at > now()
    left join campaign_join_rates j on j.campaign_id = c.id
    ${joinLimits(db)}
    cross join lateral (
      select coalesce(sum(impressions), 0)::bigint as impressions
      from impression_totals where campaign_id = c.id
    ) i
    ${joinClickCounts(db, "campaign")}`;
}

export type NewLimits = SpendingLimits & { campaignId: CampaignId; from: Date };

/**
 * Writes the limits that apply from a time on, or from just after the newest ones if these are not
 * older. The campaign must be locked.
 */
export async function insertLimits(tx: Tx, limits: NewLimits): Promise<void> {
  const { campaignId, from, dailyCapMicros, creatorCapMicros } = limits;
  await tx`
    /* campaignLimits.insertLimits */
    insert into campaign_limits (campaign_id, from_at, daily_cap_micros, creator_cap_micros)
    select ${campaignId}, greatest(${from}, max(from_at) + interval '1 millisecond'),
      ${dailyCapMicros}, ${creatorCapMicros}
    from campaign_limits where campaign_id = ${campaignId}`;
}

/** Joins the newest limits of campaigns `c`, as `limits`. */
function joinLimits(db: Queryable) {
  return db`
    left join lateral (
      select daily_cap_micros, creator_cap_micros from campaign_limits
      where campaign_id = c.id order by from_at desc limit 1
    ) limits on true`;
}

/** Columns of `SpendingLimits`, of what `joinLimits` joins. */
function limitColumns(db: Queryable) {
  return db`limits.daily_cap_micros,
    limits.creator_cap_micros`;
}

export async function getLimits(db: Queryable, campaignId: CampaignId): Promise<SpendingLimits> {
  const [row] = await db<SpendingLimits[]>`
    /* campaignLimits.getLimits */
    select ${limitColumns(db)} from campaigns c ${joinLimits(db)} where c.id = ${campaignId}`;
  if (!row) throw new Error(`There is no campaign ${campaignId}`);
  return row;
}

type Replacement = {
  campaignId: CampaignId;
  former: string;
  gameUrl: string;
  at: Date;
  by: UserId;
};

/** Replaces a campaign's game URL and keeps the former one with the time until which it was used. */
export async function replaceGameUrl(tx: Tx, input: Replacement): Promise<void> {
  const { campaignId, former, gameUrl, at, by } = input;
  await tx`
    /* gameUrls.keepFormer */
    insert into former_game_urls (campaign_id, used_until, game_url, changed_by)
    values (${campaignId}, ${at}, ${former}, ${by})`;
  await tx`
    /* gameUrls.replace */
    update campaigns set game_url = ${gameUrl} where id = ${campaignId}`;
}

/** Expression for the game URL that the campaign `m` had at the time of the click `c`. */
export function gameUrlAtClick(db: Queryable) {
  return db`coalesce(
    (select f.game_url from former_game_urls f
      where f.campaign_id = c.campaign_id and f.used_until > c.clicked_at
      order by f.used_until, f.id limit 1),
    m.game_url)`;
}

/** Counts funded campaigns that have not ended and pay for clicks from certain countries only. */
export async function countCountryCampaigns(db: Queryable, at: Date): Promise<number> {
  const [row] = await db<{ campaigns: number }[]>`
    /* campaignAudience.countCountryCampaigns */
    select count(*)::int as campaigns from campaigns
    where audience_countries is not null and funded_at is not null and ends_at > ${at}`;
  return row?.campaigns ?? 0;
}

/** The column `joinRate` of campaigns, with their join rates joined as `j`. */
function joinRateColumn(db: Queryable) {
  return db`case when j.campaign_id is not null then json_build_object('clicks', j.clicks,
    'joined', j.joined, 'genreRate', j.genre_rate, 'isFarBelow', j.is_far_below) end as join_rate`;
}
