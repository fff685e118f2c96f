import { canonicalAddress } from "@fairclick/core/campaigns/game-url";
import {
  describeReview,
  findReviewReasons,
  isTrustedHost,
  type ReviewFacts,
  type ReviewReason,
  type ReviewState,
} from "@fairclick/core/campaigns/reviews";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import { parseHost } from "@fairclick/core/web-addresses";
import {
  type LockedCampaignRow,
  lockCampaign,
  markEnded,
  type NewCampaignRow,
} from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import {
  addLiveHost,
  closeReview,
  findReview,
  findWaitingReview,
  getHostRecord,
  getPriceMedian,
  insertReview,
  type LockedReview,
  listReviews,
  type ReviewRow,
} from "@fairclick/sql/campaigns/reviews";
import {
  forcePause,
  liftForcedPause,
  updateCampaignDisabled,
} from "@fairclick/sql/campaigns/stops";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { makeChange, requireOperator, writeAudit } from "../changes";
import type { Config } from "../config";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { changeGameUrl } from "./change-game-url";
import { refuseBlocked, refuseConfirmedAddress } from "./report-link";

type Decision = ChangeInput & { id: string };
type Locked = { review: LockedReview; campaign: LockedCampaignRow };

/** Makes a campaign live, or sends its visitors to the new address. A pause of another kind stays. */
export async function approveReview(
  ctx: Ctx,
  decision: Decision,
  terms: ReviewTerms,
): Promise<OperatorChange> {
  return decide(ctx, { ...decision, state: "approved" }, async (tx, { review, campaign }) => {
    refuseBlocked(campaign);
    await refuseConfirmedAddress(tx, review.gameUrl);
    const { id, developerId, forcedPauseBy } = campaign;
    if (review.subject === "game_url") {
      await changeGameUrl(tx, ctx, { campaign, gameUrl: review.gameUrl });
    } else if (forcedPauseBy === "review") {
      await liftForcedPause(tx, id);
    }
    await rememberHost(tx, { developerId, gameUrl: review.gameUrl, terms, at: ctx.now() });
  });
}

/** Ends a new campaign, which returns its budget; a running one keeps its former address. */
export async function rejectReview(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  const { reason } = decision;
  return decide(ctx, { ...decision, state: "rejected" }, async (tx, { review, campaign }) => {
    if (review.subject === "game_url") return;
    const { id, forcedPauseBy } = campaign;
    const at = ctx.now();
    await updateCampaignDisabled(tx, { id, at, reason });
    // The end returns the budget, which a dispute keeps reserved.
    if (forcedPauseBy === "review" && !(await markEnded(tx, { id, at }))) throw ended();
  });
}

/** Locks the campaign before its review is read again: that is the order of its developer's changes. */
async function decide(
  ctx: Ctx,
  { id, state, ...input }: Decision & { state: "approved" | "rejected" },
  apply: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const locked = await lockReview(tx, id);
    const { review, campaign } = locked;
    if (review.state !== "waiting") {
      throw new AppError("conflict", `This review was ${review.state} already.`);
    }
    if (campaign.endsAt <= ctx.now()) throw ended();
    return {
      action: `campaign.review_${state}`,
      subject: `campaign:${campaign.id}`,
      before: { state: review.state, gameUrl: campaign.gameUrl },
      after: { state, gameUrl: review.gameUrl },
      apply: async () => {
        await apply(tx, locked);
        await closeReview(tx, { id, state, answer: input.reason, operatorId, at: ctx.now() });
        const { id: campaignId, name, developerId } = campaign;
        const isNew = review.subject === "campaign";
        const decision =
          state === "approved"
            ? ({ decision: isNew ? "approved" : "address_approved" } as const)
            : ({
                decision: isNew ? "rejected" : "address_rejected",
                reason: input.reason,
              } as const);
        const data = { campaignId, name, ...decision };
        await notify(tx, ctx, campaignDecided, { to: [developerId], data, key: id });
      },
    };
  });
}

async function lockReview(tx: Tx, id: string): Promise<Locked> {
  await lockOutDecisions(tx);
  const found = isUuid(id) ? await findReview(tx, id) : null;
  const campaign = found && (await lockCampaign(tx, found.campaignId));
  const review = campaign && (await findReview(tx, id));
  if (!review) throw new AppError("not_found", "There is no such review.");
  return { review, campaign };
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
  const host = parseHost(gameUrl);
  const { host: canonicalHost } = canonicalAddress(gameUrl);
  return findReviewReasons({
    host,
    trustedHosts: terms.trustedHosts,
    ...(await getHostRecord(db, { developerId, host, canonicalHost })),
    price: payoutMicros === null ? null : await readPrice(db, { developerId, payoutMicros, at }),
  });
}

async function readPrice(
  db: Queryable,
  { developerId, payoutMicros, at }: { developerId: UserId; payoutMicros: bigint; at: Date },
): Promise<ReviewFacts["price"]> {
  return { micros: payoutMicros, median: await getPriceMedian(db, { except: developerId, at }) };
}

/** Records that a developer's campaign is live on the host of an address. */
async function rememberHost(
  tx: Tx,
  { developerId, gameUrl, terms, at }: Omit<Asked, "payoutMicros">,
): Promise<void> {
  const host = parseHost(gameUrl);
  if (isTrustedHost(host, terms.trustedHosts)) return;
  await addLiveHost(tx, { developerId, host, at });
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
  if (reasons.length === 0) return rememberHost(tx, facts);
  await insertReview(tx, {
    ...{ id: Bun.randomUUIDv7(), campaignId: id, subject: "campaign" },
    ...{ gameUrl, reasons, waitsSince: at },
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

export function listAllReviews(
  ctx: Pick<Ctx, "db" | "now">,
  { state, cursor, limit }: PageInput & { state: ReviewState },
): Promise<Page<ReviewRow>> {
  const read = (count: number) =>
    listReviews(ctx.db.sql, { state, at: ctx.now(), cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
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
  const waiting = await findWaitingReview(tx, campaignId);
  if (waiting?.gameUrl === gameUrl) return;
  if (waiting?.subject === "campaign") {
    throw new AppError(
      "conflict",
      t`This campaign waits for review, so its address cannot change now. End it and launch another one if the address is wrong.`,
    );
  }
  const at = ctx.now();
  if (waiting) {
    const outcome = { answer: null, operatorId: null, at };
    await closeReview(tx, { id: waiting.id, state: "withdrawn", ...outcome });
  }
  if (gameUrl === campaign.gameUrl) return;
  const facts = { developerId, gameUrl, terms, at };
  const needsNoReview =
    campaign.fundedAt === null || parseHost(gameUrl) === parseHost(campaign.gameUrl);
  const reasons = needsNoReview ? [] : await findReasons(tx, { ...facts, payoutMicros: null });
  if (reasons.length === 0) {
    if (campaign.fundedAt !== null) await rememberHost(tx, facts);
    return changeGameUrl(tx, ctx, { campaign, gameUrl });
  }
  const id = Bun.randomUUIDv7();
  await insertReview(tx, { id, campaignId, subject: "game_url", gameUrl, reasons, waitsSince: at });
  await writeAudit(tx, ctx, {
    action: "campaign.propose_game_url",
    subject: `campaign:${campaignId}`,
    before: { gameUrl: campaign.gameUrl },
    after: { gameUrl, reasons: reasons.join(" ") },
  });
}
