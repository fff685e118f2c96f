import {
  estimateEarnings,
  HISTORY_DAYS,
  type MarketOrder,
  type OwnHistory,
} from "@fairclick/core/campaigns/estimates";
import type { ReachedLimit } from "@fairclick/core/campaigns/prices";
import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/status";
import { findReachedLimit } from "@fairclick/core/clicks/spending";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type FittingCreator,
  getCreatorContent,
  isVerifiedCreator,
} from "@fairclick/sql/accounts/channels";
import {
  type CampaignRow,
  findCampaign,
  type LockedCampaignRow,
  listCampaignsById,
  listDeveloperCampaigns,
  lockCampaign,
} from "@fairclick/sql/campaigns/campaigns";
import { type LinkRow, listLinksOfCreator } from "@fairclick/sql/campaigns/links";
import {
  type JoinableOrder,
  listJoinableCampaigns,
  listOpenCampaignIds,
  listStandings,
  type StandingRow,
} from "@fairclick/sql/campaigns/market";
import { listCampaigns as listCampaignRows } from "@fairclick/sql/campaigns/operated";
import { readFigures, sumFigures } from "@fairclick/sql/clicks/figures";
import { readSpending } from "@fairclick/sql/clicks/settlement/read-facts";
import type { Tx } from "@fairclick/sql/db/client";
import { parseUser } from "../accounts/users";
import { requireUser } from "../changes";
import { type Ctx, mapPage, type Page, type PageInput, readPage } from "../context";
import { readAudience } from "./audience";

export type CampaignView = CampaignRow & { status: CampaignStatus };
export type JoinedCampaignView = {
  campaign: CampaignView;
  link: LinkRow;
  reachedLimit: ReachedLimit | null;
};

/**
 * Combines a campaign's row with its status at a time. Micros that held clicks claim can pay
 * nothing else, so they do not keep a campaign active. Links of a suspended developer's campaigns
 * are closed, as for a disabled campaign.
 */
export function viewCampaign(row: CampaignRow, at: Date): CampaignView {
  const facts = {
    ...row,
    escrowMicros: row.escrowMicros - row.claimedMicros,
    disabledAt: row.disabledAt ?? row.developerSuspendedAt,
  };
  return { ...row, status: campaignStatus(facts, at) };
}

const DAY_MS = 86_400_000;

export type ListedCampaignView = {
  campaign: CampaignView;
  standing: StandingRow;
  /** What 1,000 more clicks like the caller's own would earn; null if that is not known. */
  estimateMicros: bigint | null;
};

/** Adds standings and estimates to campaigns, in the same order. */
async function addStandings(
  ctx: Ctx,
  campaigns: readonly CampaignView[],
): Promise<ListedCampaignView[]> {
  if (campaigns.length === 0) return [];
  const campaignIds = campaigns.map(({ id }) => id);
  const { actor } = ctx;
  const [rows, history] = await Promise.all([
    listStandings(ctx.db.sql, { campaignIds, at: ctx.now() }),
    actor.kind === "user"
      ? readOwnHistory(ctx, { creatorId: actor.userId, days: HISTORY_DAYS, newest: HISTORY_LINKS })
      : null,
  ]);
  const standings = new Map(rows.map((row) => [row.campaignId, row]));
  return campaigns.flatMap((campaign) => {
    const standing = standings.get(campaign.id);
    if (!standing) return [];
    const isOwn = actor.kind === "user" && actor.userId === campaign.developerId;
    const estimateMicros =
      history === null || isOwn
        ? null
        : estimateEarnings({ ...campaign, audience: readAudience(campaign) }, history);
    return [{ campaign, standing, estimateMicros }];
  });
}

/** Returns a campaign with its standing. Throws `not_found`, as `getCampaign` does. */
export async function getListedCampaign(ctx: Ctx, id: CampaignId): Promise<ListedCampaignView> {
  const [listed] = await addStandings(ctx, [await getCampaign(ctx, id)]);
  if (!listed) throw new Error(`The campaign ${id} has no standing`);
  return listed;
}

/** Max links that estimates read a creator's history from, those joined last. */
const HISTORY_LINKS = 20;

/** Counts a creator's clicks of the last days, in whole UTC days, by country and by device. */
export async function readOwnHistory(
  { db, now }: Pick<Ctx, "db" | "now">,
  { creatorId, days, newest }: { creatorId: UserId; days: number; newest?: number | undefined },
): Promise<OwnHistory> {
  const from = new Date((Math.floor(now().getTime() / DAY_MS) - days) * DAY_MS);
  const rows = await readFigures(db.sql, {
    scope: { creatorIds: [creatorId], newest },
    by: ["dimension", "value"],
    dimensions: ["country", "device"],
    period: { from },
  });
  const ofDimension = (wanted: string) => rows.filter(({ dimension }) => dimension === wanted);
  const mix = (dimension: string) =>
    new Map(
      ofDimension(dimension).map(({ value, valid, held, unpaid }) => [
        value,
        Number(valid + held + unpaid),
      ]),
    );
  const { valid, invalid } = sumFigures(ofDimension("country"));
  return {
    valid: Number(valid),
    invalid: Number(invalid),
    countries: mix("country"),
    devices: mix("device"),
  };
}

/** Returns a campaign. One that was never funded is visible to its developer only. Throws `not_found`. */
export async function getCampaign(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  const row = await findCampaign(ctx.db.sql, id);
  const isOwn = ctx.actor.kind === "user" && row?.developerId === ctx.actor.userId;
  if (!row || (!row.fundedAt && !isOwn)) throw campaignNotFound();
  return viewCampaign(row, ctx.now());
}

export type CampaignFilter = PageInput & {
  /** `joinable`, the default, omits campaigns that the caller launched or joined; it needs a signed-in caller. */
  scope?: "joinable" | "all" | undefined;
  /** Part of the campaign's name or game title; ignores case. */
  search?: string | undefined;
  /** `newest` by default; `fit` needs a signed-in caller. */
  sort?: MarketOrder | undefined;
  genre?: string | undefined;
  /** Lists only campaigns that the caller can join or request to join. */
  fit?: "only" | undefined;
};

/** Lists campaigns that pay now or will when they start, with their standings. */
export async function listCampaigns(
  ctx: Ctx,
  filter: CampaignFilter,
): Promise<Page<ListedCampaignView>> {
  const at = ctx.now();
  const exceptUserId = filter.scope === "all" ? null : requireUser(ctx);
  const { sort = "newest" } = filter;
  const order: JoinableOrder =
    sort === "fit" ? { by: sort, creator: await getFittingCreator(ctx) } : { by: sort };
  const wanting = filter.fit ? await getFittingCreator(ctx) : null;
  const { items, nextCursor } = await readPage(filter, {
    read: (limit) =>
      listJoinableCampaigns(ctx.db.sql, {
        at,
        limit,
        cursor: filter.cursor ? asId<CampaignId>(filter.cursor) : null,
        order,
        filter: {
          exceptUserId,
          search: filter.search || null,
          genre: filter.genre ?? null,
          wanting,
        },
      }),
    toCursor: (row) => row.id,
  });
  const views = items.map((row) => viewCampaign(row, at));
  return { items: await addStandings(ctx, views), nextCursor };
}

async function getFittingCreator(ctx: Ctx): Promise<FittingCreator> {
  const userId = requireUser(ctx);
  const isVerified = await isVerifiedCreator(ctx.db.sql, userId);
  return { ...(await getCreatorContent(ctx.db.sql, userId)), isVerified };
}

/** Lists the campaigns that the caller joined, last joined first. */
export async function listJoinedCampaigns(
  ctx: Ctx,
  input: PageInput,
): Promise<Page<JoinedCampaignView>> {
  const creatorId = requireUser(ctx);
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const links = await readPage(input, {
    read: (limit) => listLinksOfCreator(ctx.db.sql, { creatorId, limit, cursor }),
    toCursor: (link) => link.campaignId,
  });
  const ids = links.items.map((link) => link.campaignId);
  const rows = await listCampaignsById(ctx.db.sql, ids);
  const campaigns = new Map(rows.map((row) => [row.id, viewCampaign(row, ctx.now())]));
  const items = links.items.flatMap((link) => {
    const campaign = campaigns.get(link.campaignId);
    return campaign ? [{ campaign, link }] : [];
  });
  return { items: await addReachedLimits(ctx, items), nextCursor: links.nextCursor };
}

/** Adds the limit that leaves the next click on each link unpaid. */
export async function addReachedLimits(
  { db, now }: Pick<Ctx, "db" | "now">,
  joined: readonly Omit<JoinedCampaignView, "reachedLimit">[],
): Promise<JoinedCampaignView[]> {
  const at = now().getTime();
  const next = joined.map(({ link: { campaignId, creatorId } }) => ({ campaignId, creatorId, at }));
  const spending = await readSpending(db.sql, next);
  return joined.map((each) => {
    const { payoutMicros, feeMicros } = each.campaign;
    const own = spending.get(each.link.campaignId);
    const claim = { at, creatorId: each.link.creatorId, costMicros: payoutMicros + feeMicros };
    return { ...each, reachedLimit: own ? findReachedLimit(own, claim) : null };
  });
}

/** Lists the campaigns that the caller launched, newest first. */
export async function listOwnCampaigns(ctx: Ctx, input: PageInput): Promise<Page<CampaignView>> {
  const developerId = requireUser(ctx);
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) => listDeveloperCampaigns(ctx.db.sql, { developerId, limit, cursor }),
    toCursor: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, ctx.now()));
}

/** A sitemap can have 50,000 addresses. */
const MOST = 5_000;

export function listOpenCampaigns({ db, now }: Pick<Ctx, "db" | "now">): Promise<CampaignId[]> {
  return listOpenCampaignIds(db.sql, { at: now(), limit: MOST });
}

type Input = PageInput & {
  developer?: string | undefined;
  search?: string | undefined;
  stopped: boolean;
};

/** Lists the campaigns of all developers, funded or not, for operators. */
export async function listAllCampaigns(
  ctx: Pick<Ctx, "db" | "now">,
  { developer, search, stopped, ...input }: Input,
): Promise<Page<CampaignView>> {
  const { sql } = ctx.db;
  const developerId = developer ? await parseUser(sql, developer) : null;
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) =>
      listCampaignRows(sql, { developerId, search: search || null, stopped, limit, cursor }),
    toCursor: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, ctx.now()));
}

export async function getAnyCampaign(
  ctx: Pick<Ctx, "db" | "now">,
  id: CampaignId,
): Promise<CampaignView> {
  const row = await findCampaign(ctx.db.sql, id);
  if (!row) throw new AppError("not_found", `There is no campaign ${id}.`);
  return viewCampaign(row, ctx.now());
}

export function campaignNotFound(): AppError {
  return new AppError("not_found", t`Campaign not found`);
}

export function linkNotFound(): AppError {
  return new AppError("not_found", t`Link not found`);
}

/** Throws `not_found` if the text is not a UUID, as for an unknown campaign. */
export function parseCampaignId(text: string): CampaignId {
  if (!isUuid(text)) throw campaignNotFound();
  return asId<CampaignId>(text.toLowerCase());
}

export function parseCreatorId(text: string): UserId {
  if (!isUuid(text)) throw linkNotFound();
  return asId<UserId>(text.toLowerCase());
}

/** Returns the caller's own campaign. Throws `not_found`, or `forbidden` if it is another user's. */
export async function getOwnCampaign(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  return viewCampaign(requireOwn(ctx, await findCampaign(ctx.db.sql, id)), ctx.now());
}

/** Like `getOwnCampaign`, and locks the row until the transaction ends. */
export async function lockOwnCampaign(
  tx: Tx,
  ctx: Ctx,
  id: CampaignId,
): Promise<LockedCampaignRow> {
  return requireOwn(ctx, await lockCampaign(tx, id));
}

function requireOwn<Row extends CampaignRow | LockedCampaignRow>(ctx: Ctx, row: Row | null): Row {
  if (!row) throw campaignNotFound();
  if (row.developerId !== requireUser(ctx)) {
    throw new AppError("forbidden", t`This is not your campaign`);
  }
  return row;
}
