import { describeReview } from "@fairclick/core/campaigns/reviews";
import type { NewCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { insertReview } from "@fairclick/sql/campaigns/reviews";
import { forcePause } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { inLanguage } from "../../language/in-language";
import { writeAudit } from "../../operations/write-audit";
import { findReasons, type ReviewTerms, rememberHost } from "./find-reasons";

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
