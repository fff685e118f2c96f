import {
  budgetTooSmall,
  type changePriceSchema,
  checkCampaignDates,
  type editCampaignSchema,
  findSmallCaps,
  type Limits,
  MIN_BUDGET_CLICKS,
  noPlayersReported,
  pickTexts,
  storeTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { carriesClickIds } from "@fairclick/core/campaigns/destination";
import {
  capTooSmall,
  clickFee,
  decidePriceChange,
  NOTICE_HOURS,
  priceHeldUntil,
  type SpendingLimits,
} from "@fairclick/core/campaigns/prices";
import { isUnusualPrice } from "@fairclick/core/campaigns/reviews";
import { compact } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignChanged } from "@fairclick/core/notices/campaign-notices";
import { parseHost } from "@fairclick/core/web-addresses";
import {
  getLimits,
  insertLimits,
  type LockedCampaignRow,
  updateCampaign,
} from "@fairclick/sql/campaigns/campaigns";
import { setJoinRule } from "@fairclick/sql/campaigns/joining";
import { deleteNextPrice, insertPrice, listPrices } from "@fairclick/sql/campaigns/prices";
import { getPriceMedian } from "@fairclick/sql/campaigns/reviews";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { listCreatorIds } from "@fairclick/sql/notices/notices";
import type { AuditFacts } from "@fairclick/sql/operations/operators";
import type { z } from "zod";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import {
  audienceColumns,
  audienceFacts,
  changeWanted,
  refuseSmallerAudience,
  refuseUnknownCountries,
  wantedBy,
  wantedFacts,
} from "./audience";
import { payLosses } from "./budget";
import { changeCover, coverFacts, toCover } from "./covers";
import { notifyPaidAgain, notifyPaused } from "./notify-campaign";
import { type CampaignView, getOwnCampaign, lockOwnCampaign } from "./read-campaigns";
import { refuseBlocked, refuseConfirmedAddress } from "./reports";
import { changeGameUrlWithReview, type ReviewTerms } from "./reviews";
import { showPauseReason } from "./stop-campaign";

type Edit = z.infer<typeof editCampaignSchema>;

/**
 * Pauses, resumes or rewords the caller's campaign, moves its end, changes its limits, or sends its
 * visitors to another address. Throws `conflict` if it has ended, or if its terms would become
 * stricter after it was funded. A campaign that an operator disabled or paused
 * stays so.
 */
export async function editCampaign(
  ctx: Ctx,
  { id, edit }: { id: CampaignId; edit: Edit },
  site: Site & ReviewTerms,
): Promise<CampaignView> {
  refuseOwnHosts(site, edit);
  await withTx(ctx.db, async (tx) => {
    if (edit.gameUrl !== undefined) await refuseConfirmedAddress(tx, edit.gameUrl);
    const before = await lockOwnCampaign(tx, ctx, id);
    if (before.endsAt <= ctx.now()) throw new AppError("conflict", t`This campaign has ended`);
    if (edit.endDate !== undefined) refuseEndDate(before, edit.endDate, ctx.now());
    if (edit.isActive) refuseForcedPause(before);
    if (edit.gameUrl !== undefined) refuseBlocked(before);
    refuseStricterTerms(before, edit);
    refuseSilentGame({ ...before, ...compact(edit) });
    refuseSmallerAudience(before, edit.audience);
    if (before.audienceCountries === null) {
      await refuseUnknownCountries(tx, edit.audience);
    }
    if (edit.isActive && before.pausedAt) await payLosses(tx, before.developerId);
    const columns = toColumns(before, edit, ctx.now());
    const after = { ...before, ...columns };
    const isCut = before.pausedAt === null && columns.pausedAt !== null;
    if (isCut) await refuseHiddenCut(tx, before, ctx.now());
    await updateCampaign(tx, { id, ...columns });
    if (edit.cover !== undefined) await changeCover(tx, { ...before, cover: edit.cover });
    if (edit.wanted) await changeWanted(tx, { campaign: before, wanted: edit.wanted });
    if (edit.whoMayJoin) await setJoinRule(tx, { id, joinRule: edit.whoMayJoin });
    if (edit.gameUrl !== undefined) {
      const change = { campaign: before, gameUrl: edit.gameUrl, terms: site };
      await changeGameUrlWithReview(tx, ctx, change);
    }
    const limits = await setLimits(tx, after, { limits: edit.limits, at: ctx.now() });
    if (before.fundedAt) await notifyOfEdit(tx, ctx, { before, after, limits });
    await writeAudit(tx, ctx, {
      action: "campaign.edit",
      subject: `campaign:${id}`,
      before: {
        ...auditFacts(before),
        ...limits?.before,
        ...wantedFacts(edit.wanted && wantedBy(before)),
        ...(edit.cover !== undefined && coverFacts(toCover(before))),
        ...(edit.whoMayJoin && { whoMayJoin: before.joinRule }),
      },
      after: {
        ...auditFacts(after),
        ...limits?.after,
        ...wantedFacts(edit.wanted),
        ...coverFacts(edit.cover),
        ...(edit.whoMayJoin && { whoMayJoin: edit.whoMayJoin }),
      },
    });
  });
  return getOwnCampaign(ctx, id);
}

/** Returns the columns that an edit can change, with what it leaves as it is. */
function toColumns(campaign: LockedCampaignRow, edit: Edit, at: Date) {
  return {
    ...storeTexts({
      ...campaign,
      trailerLink: campaign.trailerLink ?? undefined,
      ...compact(pickTexts(edit)),
    }),
    endsAt: edit.endDate === undefined ? campaign.endsAt : new Date(edit.endDate),
    pausedAt: pausedAt(campaign, edit.isActive, at),
    clickRules: edit.clickRules ?? campaign.clickRules,
    paysFor: edit.paysFor ?? campaign.paysFor,
    ...(edit.audience ? audienceColumns(edit.audience) : {}),
  };
}

function pausedAt(campaign: LockedCampaignRow, isActive: boolean | undefined, at: Date) {
  if (isActive === undefined) return campaign.pausedAt;
  return isActive ? null : (campaign.pausedAt ?? at);
}

/** The end can be moved only before it is reached, so no click was judged by the old one. */
function refuseEndDate({ startsAt }: LockedCampaignRow, endDate: string, at: Date): void {
  const wrong = checkCampaignDates({ startDate: startsAt.toISOString(), endDate }, at);
  if (!wrong) return;
  throw new AppError("validation", wrong, { issues: [{ path: "endDate", message: wrong }] });
}

function refuseForcedPause({ forcedPauseReason }: LockedCampaignRow): void {
  if (forcedPauseReason === null) return;
  throw new AppError(
    "forbidden",
    t`Fairclick paused this campaign, and only Fairclick can resume it. The reason: ${showPauseReason(forcedPauseReason)}`,
  );
}

/** Creators join a campaign under these terms, and only funded campaigns can be joined. */
function refuseStricterTerms(
  { clickRules, paysFor, fundedAt }: LockedCampaignRow,
  edit: Edit,
): void {
  if (fundedAt === null) return;
  if (edit.clickRules === "literal" && clickRules !== "literal") {
    throw new AppError(
      "conflict",
      t`The click rules cannot become literal again once the campaign is funded: creators joined under them.`,
    );
  }
  if (edit.paysFor === "players" && paysFor !== "players") {
    throw new AppError(
      "conflict",
      t`A funded campaign that pays for every valid click cannot pay for less: creators joined for it.`,
    );
  }
}

/** Without ids of clicks, no player would ever arrive. */
function refuseSilentGame({ paysFor, gameUrl }: Pick<LockedCampaignRow, "paysFor" | "gameUrl">) {
  if (paysFor !== "players" || carriesClickIds(gameUrl)) return;
  throw new AppError("conflict", noPlayersReported());
}

function auditFacts(campaign: LockedCampaignRow): AuditFacts {
  return {
    ...pickTexts({ ...campaign, hashtags: campaign.hashtags.join(" ") }),
    clickRules: campaign.clickRules,
    paysFor: campaign.paysFor,
    ...audienceFacts(campaign),
    endsAt: campaign.endsAt.toISOString(),
    pausedAt: campaign.pausedAt?.toISOString() ?? null,
  };
}

type Change = {
  /** What is left out stays as it is. */
  limits: Limits | undefined;
  at: Date;
};

/**
 * Changes the limits of a locked campaign for clicks from now on. Returns what the audit log says;
 * null if nothing changes. Throws `validation` if a cap cannot pay for one click.
 */
export async function setLimits(
  tx: Tx,
  campaign: Pick<LockedCampaignRow, "id" | "payoutMicros" | "feeMicros">,
  { limits = {}, at }: Change,
): Promise<{ before: AuditFacts; after: AuditFacts; next: SpendingLimits } | null> {
  const { id: campaignId } = campaign;
  refuseSmallCaps(limits, campaign.payoutMicros + campaign.feeMicros);
  const old = await getLimits(tx, campaignId);
  const next: SpendingLimits = {
    dailyCapMicros: limits.dailyCap === undefined ? old.dailyCapMicros : limits.dailyCap,
    creatorCapMicros: limits.creatorCap === undefined ? old.creatorCapMicros : limits.creatorCap,
  };
  if (isSame(old, next)) return null;
  const isLower =
    isLess(next.dailyCapMicros, old.dailyCapMicros) ||
    isLess(next.creatorCapMicros, old.creatorCapMicros);
  if (isLower) await refuseHiddenCut(tx, campaign, at);
  await insertLimits(tx, { ...next, campaignId, from: at });
  return { before: limitFacts(old), after: limitFacts(next), next };
}

/** Whether a limit is lower than another; null is no limit. */
function isLess(limit: bigint | null, than: bigint | null): boolean {
  return limit !== null && (than === null || limit < than);
}

/**
 * Refuses a pause or a lower limit within a day after a price began: it would be a lower price
 * without notice. Throws `conflict`.
 */
async function refuseHiddenCut(tx: Tx, { id }: { id: CampaignId }, at: Date): Promise<void> {
  const until = priceHeldUntil(await listPrices(tx, id), at.getTime());
  if (until === null || (await listCreatorIds(tx, id)).length === 0) return;
  const from = `${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  throw new AppError(
    "conflict",
    t`Creators count on a new price for ${NOTICE_HOURS} hours: you can pause the campaign or lower its limits from ${from} on.`,
  );
}

type Edited = {
  before: LockedCampaignRow;
  after: LockedCampaignRow;
  limits: { next: SpendingLimits } | null;
};

/** Tells creators of new limits, and whether clicks are paid. */
async function notifyOfEdit(tx: Tx, ctx: Ctx, { before, after, limits }: Edited): Promise<void> {
  const { id, name } = after;
  if (limits) {
    const data = { campaignId: id, name, change: "limits", ...limits.next } as const;
    await notify(tx, ctx, campaignChanged, { to: await listCreatorIds(tx, id), data });
  }
  if (after.pausedAt) await notifyPaused(tx, ctx, [id]);
  else if (before.pausedAt) await notifyPaidAgain(tx, ctx, after);
}

function limitFacts({ dailyCapMicros, creatorCapMicros }: SpendingLimits): AuditFacts {
  return {
    dailyCapMicros: dailyCapMicros?.toString() ?? null,
    creatorCapMicros: creatorCapMicros?.toString() ?? null,
  };
}

function isSame(a: SpendingLimits, b: SpendingLimits): boolean {
  return a.dailyCapMicros === b.dailyCapMicros && a.creatorCapMicros === b.creatorCapMicros;
}

function refuseSmallCaps(limits: Limits, costMicros: bigint): void {
  const issues = findSmallCaps(limits, costMicros).map((name) => ({
    path: `limits.${name}`,
    message: capTooSmall(),
  }));
  if (issues.length > 0) throw new AppError("validation", capTooSmall(), { issues });
}

export type Site = { appUrl: string; trackingUrl: string };

/**
 * Throws `validation` if a campaign's URL points to this installation: a click would then be
 * redirected to a tracked link, or to one of our pages.
 */
export function refuseOwnHosts(
  { appUrl, trackingUrl }: Site,
  urls: { [Field in "gameUrl" | "trailerLink"]?: string | undefined },
): void {
  const own = [parseHost(appUrl), parseHost(trackingUrl)];
  const issues = (["gameUrl", "trailerLink"] as const)
    .filter((field) => urls[field] && own.includes(parseHost(urls[field])))
    .map((path) => ({ path, message: describeLoop(path) }));
  const [first] = issues;
  if (first) throw new AppError("validation", first.message, { issues });
}

function describeLoop(field: "gameUrl" | "trailerLink"): string {
  return field === "gameUrl"
    ? t`Game URL must not lead back to Fairclick`
    : t`Trailer link must not lead back to Fairclick`;
}

type RequestedPrice = z.output<typeof changePriceSchema> & { id: CampaignId };

/**
 * Changes what a click of the caller's campaign pays: a higher price at once, a lower one after the
 * notice. Throws `conflict` or `validation`.
 */
export async function changePrice(ctx: Ctx, change: RequestedPrice): Promise<CampaignView> {
  const { id, payoutPerClick: payoutMicros, startsAt } = change;
  await withTx(ctx.db, async (tx) => {
    const { campaign, now } = await lockForPrice(ctx, tx, id);
    await refuseUnreviewedPrice(tx, campaign, { payoutMicros, now });
    const costMicros = payoutMicros + clickFee(campaign.feeBasisPoints, payoutMicros);
    refuseSmallBudget(campaign, costMicros);
    refusePriceAboveCaps(await getLimits(tx, id), costMicros);
    const decided = decidePriceChange({
      prices: await listPrices(tx, id),
      payoutMicros,
      startsAt: startsAt === undefined ? null : Date.parse(startsAt),
      endsAt: campaign.endsAt.getTime(),
      now: now.getTime(),
    });
    if (!decided.ok) throw new AppError("conflict", decided.message);
    const start = new Date(decided.startsAt);
    await insertPrice(tx, { campaignId: id, startsAt: start, payoutMicros });
    await writeAudit(tx, ctx, {
      action: "campaign.price",
      subject: `campaign:${id}`,
      before: { payoutMicros: campaign.payoutMicros.toString() },
      after: { payoutMicros: payoutMicros.toString(), startsAt: start.toISOString() },
    });
    await notify(tx, ctx, campaignChanged, {
      to: await listCreatorIds(tx, id),
      data: {
        ...{ campaignId: id, name: campaign.name },
        ...{ change: "price", payoutMicros, startsAt: start.toISOString() },
      },
    });
  });
  return getOwnCampaign(ctx, id);
}

/** Withdraws a price that was announced and has not begun. Throws `conflict` if there is none. */
export async function withdrawPrice(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  await withTx(ctx.db, async (tx) => {
    const { campaign, now } = await lockForPrice(ctx, tx, id);
    const price = await deleteNextPrice(tx, { campaignId: id, after: now });
    if (!price) throw new AppError("conflict", t`No change of the price is announced`);
    await writeAudit(tx, ctx, {
      action: "campaign.price_withdraw",
      subject: `campaign:${id}`,
      before: {
        payoutMicros: price.payoutMicros.toString(),
        startsAt: price.startsAt.toISOString(),
      },
    });
    await notify(tx, ctx, campaignChanged, {
      to: await listCreatorIds(tx, id),
      data: { campaignId: id, name: campaign.name, change: "price_withdrawn" },
    });
  });
  return getOwnCampaign(ctx, id);
}

/**
 * The escrow's lock keeps settlement out, which judges only clicks of some time ago: no click after
 * this `now` has been judged at the old price.
 */
async function lockForPrice(ctx: Ctx, tx: Tx, id: CampaignId) {
  const campaign = await lockOwnCampaign(tx, ctx, id);
  await lockBalance(tx, { kind: "escrow", ownerId: id });
  const now = ctx.now();
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= now) throw new AppError("conflict", t`This campaign has ended`);
  return { campaign, now };
}

/** Otherwise a change of price would be a way around the review of new campaigns. */
async function refuseUnreviewedPrice(
  tx: Tx,
  { developerId, forcedPauseBy }: LockedCampaignRow,
  { payoutMicros, now }: { payoutMicros: bigint; now: Date },
): Promise<void> {
  if (forcedPauseBy === "review") {
    throw new AppError(
      "conflict",
      t`This campaign waits for review, so its price cannot change now`,
    );
  }
  const median = await getPriceMedian(tx, { except: developerId, at: now });
  if (!isUnusualPrice({ micros: payoutMicros, median })) return;
  throw new AppError(
    "conflict",
    t`This price is far from what others pay, so an operator must review it: launch another campaign with it.`,
  );
}

/** The limit of new campaigns: one click costs at most 1% of the budget. */
function refuseSmallBudget({ budgetMicros }: LockedCampaignRow, costMicros: bigint) {
  if (budgetMicros >= costMicros * MIN_BUDGET_CLICKS) return;
  const issues = [{ path: "payoutPerClick", message: budgetTooSmall() }];
  throw new AppError("validation", budgetTooSmall(), { issues });
}

function refusePriceAboveCaps(
  { dailyCapMicros, creatorCapMicros }: SpendingLimits,
  costMicros: bigint,
) {
  const caps = [dailyCapMicros, creatorCapMicros].filter((cap) => cap !== null);
  if (caps.every((cap) => cap >= costMicros)) return;
  const issues = [{ path: "payoutPerClick", message: capTooSmall() }];
  throw new AppError("validation", capTooSmall(), { issues });
}
