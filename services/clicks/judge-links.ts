import {
  CERTAIN,
  FALSE_ALARMS,
  findFindingSpan,
  type Judgement,
  judgeCreator,
} from "@fairclick/core/clicks/link-findings";
import type { UserId } from "@fairclick/core/ids";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  type CampaignToJudge,
  closeFinding,
  type FindingFigures,
  insertFinding,
  listCampaignsToJudge,
  listCreatorsToJudge,
  updateFigures,
} from "@fairclick/sql/clicks/findings";
import { withTx } from "@fairclick/sql/db/tx";
import { nameCampaign } from "../campaigns/notify-campaign";
import type { Ctx } from "../context";
import { notify } from "../notify";

const SLICE = 200;

type LinkCtx = Pick<Ctx, "db" | "now" | "log">;

/**
 * Judges every creator with paid clicks in campaigns whose games report players, in slices. Safe to run
 * twice and concurrently. Returns how many findings it opened.
 */
export async function judgeAllLinks(ctx: LinkCtx): Promise<number> {
  const { from } = findFindingSpan(ctx.now());
  let opened = 0;
  let after: UserId | null = null;
  for (;;) {
    const creators: UserId[] = await listCreatorsToJudge(ctx.db.sql, { from, after, limit: SLICE });
    for (const creatorId of creators) opened += await judgeCreatorLinks(ctx, creatorId);
    after = creators.at(-1) ?? null;
    if (creators.length < SLICE) return opened;
  }
}

/**
 * Judges a creator's links in all campaigns with reports: opens findings, updates what open ones keep
 * waiting, and closes those that players have explained. Returns how many it opened.
 */
export async function judgeCreatorLinks(ctx: LinkCtx, creatorId: UserId): Promise<number> {
  const span = findFindingSpan(ctx.now());
  const campaigns = await listCampaignsToJudge(ctx.db.sql, { creatorId, ...span });
  const judgements = judgeCreator(campaigns);
  let opened = 0;
  for (const [place, campaign] of campaigns.entries()) {
    const judgement = judgements[place];
    if (judgement && (await record(ctx, campaign, { ...judgement, toAt: span.to }))) opened += 1;
  }
  return opened;
}

/** Returns true if it opened a finding. */
async function record(
  ctx: LinkCtx,
  campaign: CampaignToJudge,
  { toAt, ...judgement }: Judgement & { toAt: Date },
): Promise<boolean> {
  const { findingId, fromAt, clicks, players, others } = campaign;
  const figures = {
    ...{ ...judgement, fromAt, toAt, clicks, players },
    ...{ otherClicks: others.clicks, otherPlayers: others.players },
    // A few players do not make a certain finding one that lapses.
    isCertain: campaign.isCertain || judgement.probability < CERTAIN,
  };
  if (findingId !== null) {
    if (judgement.unexplained === 0) await close(ctx, campaign, findingId);
    else await updateFigures(ctx.db.sql, { id: findingId, ...figures });
    return false;
  }
  if (judgement.unexplained === 0 || judgement.probability > FALSE_ALARMS) return false;
  return open(ctx, campaign, figures);
}

type Link = Pick<CampaignToJudge, "campaignId" | "creatorId">;

async function open(
  ctx: LinkCtx,
  { campaignId, creatorId }: Link,
  figures: FindingFigures,
): Promise<boolean> {
  const id = Bun.randomUUIDv7();
  const opened = await withTx(ctx.db, async (tx) => {
    const finding = { ...figures, id, campaignId, creatorId, at: ctx.now() };
    if (!(await insertFinding(tx, finding))) return false;
    const data = { ...(await nameCampaign(tx, campaignId)), state: "open" as const };
    await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: `${id}:open` });
    return true;
  });
  if (opened) {
    const waitingMicros = figures.waitingMicros.toString();
    const about = { findingId: id, campaignId, creatorId, ...figures, waitingMicros };
    ctx.log.warn(about, "earnings wait for players or an operator");
  }
  return opened;
}

function close(ctx: LinkCtx, { campaignId, creatorId }: Link, id: string): Promise<void> {
  return withTx(ctx.db, async (tx) => {
    const closing = { id, at: ctx.now(), state: "explained", operatorId: null } as const;
    if (!(await closeFinding(tx, closing))) return;
    const data = { ...(await nameCampaign(tx, campaignId)), state: "explained" as const };
    await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: id });
  });
}
