import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { parseHost } from "@fairclick/core/web-addresses";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { closeReview, findWaitingReview, insertReview } from "@fairclick/sql/campaigns/reviews";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { changeGameUrl } from "../change-game-url";
import { findReasons, type ReviewTerms, rememberHost } from "./find-reasons";

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
