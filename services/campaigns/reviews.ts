import { canonicalAddress, listApprovable } from "@fairclick/core/campaigns/game-url";
import {
  describeReview,
  findReviewReasons,
  isTrustedAddress,
  type Review,
  type ReviewFacts,
  type ReviewReason,
  reviewSchema,
} from "@fairclick/core/campaigns/reviews";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import {
  type LockedCampaignRow,
  lockCampaign,
  markEnded,
  type NewCampaignRow,
  replaceGameUrl,
} from "@fairclick/sql/campaigns/campaigns";
import { closeCase, findOpenReview, insertCase } from "@fairclick/sql/campaigns/cases";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import {
  addApprovedAddress,
  getHostRecord,
  getPriceMedian,
} from "@fairclick/sql/campaigns/reviews";
import {
  forcePause,
  liftForcedPause,
  updateCampaignDisabled,
} from "@fairclick/sql/campaigns/stops";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { requireUser, writeAudit } from "../changes";
import type { Config } from "../config";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { type DecideCase, lockOpenCase } from "./cases";
import { refuseBlocked, refuseConfirmedAddress } from "./reports";

/**
 * Accepting makes a campaign live, or sends its visitors to the new address; a pause of another kind
 * stays. Declining ends a new campaign, which returns its budget; a running one keeps its former address.
 */
export const decideReview: DecideCase<ReviewTerms & WholeHost> = async (
  ctx,
  tx,
  { id, state, ...decision },
) => {
  const { campaignId, reason } = decision;
  await lockOutDecisions(tx);
  const campaign = await lockCampaign(tx, campaignId);
  const review = reviewSchema.parse((await lockOpenCase(tx, id)).about);
  if (!campaign || campaign.endsAt <= ctx.now()) throw ended();
  const { name, developerId } = campaign;
  const isNew = review.subject === "campaign";
  const accepted = state === "accepted";
  const approves = nameApproved(review.gameUrl, decision);
  return {
    action: accepted ? "campaign.review_approved" : "campaign.review_rejected",
    subject: `campaign:${campaignId}`,
    before: { gameUrl: campaign.gameUrl },
    after: { gameUrl: review.gameUrl, ...(accepted && approves ? { approves } : {}) },
    apply: async () => {
      if (accepted) await approve(tx, ctx, { campaign, review, approves });
      else if (isNew) await reject(tx, ctx, { campaign, reason });
      const decided = accepted
        ? ({ decision: isNew ? "approved" : "address_approved" } as const)
        : ({ decision: isNew ? "rejected" : "address_rejected", reason } as const);
      const data = { campaignId, name, ...decided };
      await notify(tx, ctx, campaignDecided, { to: [developerId], data, key: id });
      return {};
    },
  };
};

/** Whether the whole website is approved, and not only the address with what is below it. */
type WholeHost = { wholeHost?: boolean };

/** Returns the address that an approval names; null if it is trusted anyway. */
function nameApproved(gameUrl: string, terms: ReviewTerms & WholeHost): string | null {
  if (isTrustedAddress(gameUrl, terms.trustedHosts)) return null;
  const [address] = listApprovable(gameUrl);
  return terms.wholeHost ? new URL(gameUrl).host.replace(/^www\./, "") : address;
}

/** `approves` is the address that is approved; null if it is trusted anyway. */
type Approved = { campaign: LockedCampaignRow; review: Review; approves: string | null };

async function approve(tx: Tx, ctx: Ctx, { campaign, review, approves }: Approved): Promise<void> {
  refuseBlocked(campaign);
  const { id, developerId, forcedPauseBy } = campaign;
  const { gameUrl } = review;
  await refuseConfirmedAddress(tx, gameUrl);
  if (review.subject === "game_url") await changeGameUrl(tx, ctx, { campaign, gameUrl });
  else if (forcedPauseBy === "review") await liftForcedPause(tx, id);
  if (approves === null) return;
  await addApprovedAddress(tx, { developerId, address: approves, at: ctx.now() });
}

type Rejected = { campaign: LockedCampaignRow; reason: string };

async function reject(tx: Tx, ctx: Ctx, { campaign, reason }: Rejected): Promise<void> {
  const { id, forcedPauseBy } = campaign;
  const at = ctx.now();
  await updateCampaignDisabled(tx, { id, at, reason });
  // The end returns the budget, which a dispute keeps reserved.
  if (forcedPauseBy === "review" && !(await markEnded(tx, { id, at }))) throw ended();
}

function ended(): AppError {
  return new AppError("conflict", "This campaign has ended.");
}

/** The settings that decide what is live at once. */
export type ReviewTerms = Pick<Config, "trustedHosts">;

type Asked = {
  developerId: UserId;
  gameUrl: string;
  /** Null if the price does not change. */
  payoutMicros: bigint | null;
  terms: ReviewTerms;
  at: Date;
};

/** Returns why a developer's campaign, or its new address, waits for an operator. */
async function findReasons(db: Queryable, asked: Asked): Promise<ReviewReason[]> {
  const { developerId, gameUrl, payoutMicros, terms, at } = asked;
  const { host: canonicalHost } = canonicalAddress(gameUrl);
  const addresses = listApprovable(gameUrl);
  return findReviewReasons({
    gameUrl,
    trustedHosts: terms.trustedHosts,
    ...(await getHostRecord(db, { developerId, addresses, canonicalHost })),
    price: payoutMicros === null ? null : await readPrice(db, { developerId, payoutMicros, at }),
  });
}

/** Returns why a campaign of the caller would wait for review, before there is one; null if it would not. */
export async function previewReview(
  ctx: Ctx,
  asked: Omit<Asked, "developerId" | "at">,
): Promise<string | null> {
  const facts = { ...asked, developerId: requireUser(ctx), at: ctx.now() };
  const reasons = await findReasons(ctx.db.sql, facts);
  return reasons.length > 0 ? describeReview(reasons) : null;
}

async function readPrice(
  db: Queryable,
  { developerId, payoutMicros, at }: { developerId: UserId; payoutMicros: bigint; at: Date },
): Promise<ReviewFacts["price"]> {
  return { micros: payoutMicros, median: await getPriceMedian(db, { except: developerId, at }) };
}

type FundedCampaign = Pick<
  NewCampaignRow,
  "id" | "developerId" | "gameUrl" | "payoutMicros" | "pausedAt"
>;

/**
 * Pauses a campaign that was funded just now if it must wait for an operator. Its budget stays
 * reserved, and nobody can join it meanwhile.
 */
export async function holdForReview(
  tx: Tx,
  ctx: Ctx,
  { campaign, terms }: { campaign: FundedCampaign; terms: ReviewTerms },
): Promise<void> {
  const { id, developerId, gameUrl, payoutMicros, pausedAt } = campaign;
  const at = ctx.now();
  const facts = { developerId, gameUrl, terms, at };
  const reasons = await findReasons(tx, { ...facts, payoutMicros });
  if (reasons.length === 0) return;
  await openReview(tx, facts, {
    campaignId: id,
    review: { subject: "campaign", gameUrl, reasons },
  });
  // After the developer's own pause, which an approval must not lift.
  const pauseAt = new Date(Math.max(at.getTime(), (pausedAt?.getTime() ?? 0) + 1));
  // Stored in English, whatever the language of the request.
  const reason = inLanguage("en", () => describeReview(reasons));
  await forcePause(tx, { id, at: pauseAt, by: "review", reason });
  await writeAudit(tx, ctx, {
    action: "campaign.wait_for_review",
    subject: `campaign:${id}`,
    after: { reasons: reasons.join(" ") },
  });
}

async function openReview(
  tx: Tx,
  { developerId, at }: Pick<Asked, "developerId" | "at">,
  { campaignId, review }: { campaignId: CampaignId; review: Review },
): Promise<void> {
  await insertCase(tx, {
    ...{ id: Bun.randomUUIDv7(), kind: "reviews", campaignId, userId: developerId, at },
    ...{ text: "", micros: null, about: review, clicks: [] },
  });
}

type Change = { campaign: LockedCampaignRow; gameUrl: string; terms: ReviewTerms };

/**
 * Changes a locked campaign's address, or lets the new one wait for an operator: visitors are sent to
 * the former one until then. A later change withdraws an address that waits. Throws `conflict` while
 * the whole campaign waits.
 */
export async function changeGameUrlWithReview(tx: Tx, ctx: Ctx, change: Change): Promise<void> {
  const { campaign, gameUrl, terms } = change;
  const { id: campaignId, developerId } = campaign;
  const waiting = await findOpenReview(tx, campaignId);
  if (waiting?.about.gameUrl === gameUrl) return;
  if (waiting?.about.subject === "campaign") {
    throw new AppError(
      "conflict",
      t`This campaign waits for review, so its address cannot change now. End it and launch another one if the address is wrong.`,
    );
  }
  const at = ctx.now();
  if (waiting) await closeCase(tx, { id: waiting.id, state: "withdrawn", at });
  if (gameUrl === campaign.gameUrl) return;
  const facts = { developerId, gameUrl, terms, at };
  const isLive = campaign.fundedAt !== null;
  const reasons = isLive ? await findReasons(tx, { ...facts, payoutMicros: null }) : [];
  if (reasons.length === 0) return changeGameUrl(tx, ctx, { campaign, gameUrl });
  await openReview(tx, facts, { campaignId, review: { subject: "game_url", gameUrl, reasons } });
  await writeAudit(tx, ctx, {
    action: "campaign.propose_game_url",
    subject: `campaign:${campaignId}`,
    before: { gameUrl: campaign.gameUrl },
    after: { gameUrl, reasons: reasons.join(" ") },
  });
}

/** Sends the visitors of a locked campaign to another address. */
export async function changeGameUrl(
  tx: Tx,
  ctx: Ctx,
  { campaign, gameUrl }: { campaign: LockedCampaignRow; gameUrl: string },
): Promise<void> {
  if (gameUrl === campaign.gameUrl) return;
  const { id: campaignId, gameUrl: former, developerId: by } = campaign;
  await replaceGameUrl(tx, { campaignId, former, gameUrl, at: ctx.now(), by });
  await writeAudit(tx, ctx, {
    action: "campaign.change_game_url",
    subject: `campaign:${campaignId}`,
    before: { gameUrl: former },
    after: { gameUrl },
  });
}
