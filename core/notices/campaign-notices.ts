import { z } from "zod";
import { campaignStatuses } from "../campaigns/campaign-status";
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

const launch = z.object({ campaignId: z.string(), name: z.string() });

export const campaignLaunched = defineNotice({
  kind: "campaign.launched",
  topic: "campaigns",
  event: "A payment launched your campaign",
  recipients: "the campaign's developer",
  mail: "optional",
  webhook: true,
  schema: launch.extend({ status: z.enum(campaignStatuses) }),
  text: ({ campaignId, name, status }) => ({
    title: status === "ACTIVE" ? `${name} is live` : `${name} is funded`,
    paragraphs: ["Your payment arrived, and its budget is reserved.", describeLaunch(status)],
    action: openCampaign(campaignId),
  }),
});

function describeLaunch(status: (typeof campaignStatuses)[number]): string {
  switch (status) {
    case "IN_REVIEW":
      return `It waits for a review, which takes at most ${REVIEW_HOURS} hours.`;
    case "SCHEDULED":
      return "Creators can join it now. It pays for clicks from its start date.";
    case "PAUSED":
      return "It is paused. Resume it when creators may join.";
    default:
      return "Creators can join it now.";
  }
}

export const campaignNotLaunched = defineNotice({
  kind: "campaign.not_launched",
  topic: "campaigns",
  event: "A payment could not launch your campaign",
  recipients: "the campaign's developer",
  mail: "always",
  webhook: true,
  schema: launch.extend({ reason: z.string() }),
  text: ({ campaignId, name, reason }) => ({
    title: `${name} was not launched`,
    paragraphs: [`Reason: ${reason}`, "Your payment arrived. The money is in your wallet."],
    action: openCampaign(campaignId),
  }),
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
