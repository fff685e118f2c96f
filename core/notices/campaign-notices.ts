import { z } from "zod";
import {
  describeReviewReasons,
  REVIEW_HOURS,
  reviewReasons,
  reviewSubjects,
} from "../campaigns/review-reasons";
import { defineNotice } from "./define-notice";

export const waitsForReview = defineNotice({
  kind: "campaign.waits_for_review",
  topic: "operations",
  event: "A campaign waits for review",
  recipients: "the operators",
  mail: "optional",
  schema: z.object({
    campaign: z.string(),
    gameUrl: z.string(),
    reasons: z.array(z.enum(reviewReasons)),
  }),
  text: ({ campaign, gameUrl, reasons }) => ({
    title: `${campaign} waits for review`,
    paragraphs: [
      `It leads to ${gameUrl} and waits, because ${describeReviewReasons(reasons)}.`,
      `Its developer was promised a decision within ${REVIEW_HOURS} hours: fairclick reviews list.`,
    ],
    action: null,
  }),
});

const decided = z.object({
  campaignId: z.string(),
  campaign: z.string(),
  subject: z.enum(reviewSubjects),
  reason: z.string(),
});
const openCampaign = (id: string) => ({
  label: "Open campaign",
  path: `/app/campaigns/${id}`,
});

export const campaignApproved = defineNotice({
  kind: "campaign.approved",
  topic: "campaigns",
  event: "Your campaign was approved",
  recipients: "the campaign's developer",
  mail: "optional",
  webhook: true,
  schema: decided,
  text: ({ campaignId, campaign, subject }) => ({
    title: `${campaign} was approved`,
    paragraphs: [
      subject === "campaign"
        ? "Creators can join it now."
        : "Visitors are sent to its new address now.",
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignRejected = defineNotice({
  kind: "campaign.rejected",
  topic: "campaigns",
  event: "Your campaign was rejected",
  recipients: "the campaign's developer",
  mail: "always",
  webhook: true,
  schema: decided,
  text: ({ campaignId, campaign, subject, reason }) => ({
    title:
      subject === "campaign"
        ? `${campaign} was rejected`
        : `The new address of ${campaign} was rejected`,
    paragraphs: [
      `Reason: ${reason}`,
      subject === "campaign"
        ? "Its budget returns to your wallet within a few minutes."
        : "Visitors are still sent to its former address.",
    ],
    action: openCampaign(campaignId),
  }),
});
