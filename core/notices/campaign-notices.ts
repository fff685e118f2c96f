import { z } from "zod";
import { campaignStatuses } from "../campaigns/campaign-status";
import {
  describeReviewReasons,
  REVIEW_HOURS,
  reviewReasons,
  reviewSubjects,
} from "../campaigns/review-reasons";
import { showStored } from "../language/stored-text";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

export const waitsForReview = defineNotice({
  kind: "campaign.waits_for_review",
  topic: "operations",
  event: () => "A campaign waits for review",
  recipients: () => "the operators",
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
  label: t`Open campaign`,
  path: `/app/campaigns/${id}`,
});

const launch = z.object({ campaignId: z.string(), name: z.string() });

export const campaignLaunched = defineNotice({
  kind: "campaign.launched",
  topic: "campaigns",
  event: () => t`A payment launched your campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: launch.extend({ status: z.enum(campaignStatuses) }),
  text: ({ campaignId, name, status }) => ({
    title: status === "ACTIVE" ? t`${name} is live` : t`${name} is funded`,
    paragraphs: [t`Your payment arrived, and its budget is reserved.`, describeLaunch(status)],
    action: openCampaign(campaignId),
  }),
});

function describeLaunch(status: (typeof campaignStatuses)[number]): string {
  switch (status) {
    case "IN_REVIEW":
      return t`It waits for a review, which takes at most ${REVIEW_HOURS} hours.`;
    case "SCHEDULED":
      return t`Creators can join it now. It pays for clicks from its start date.`;
    case "PAUSED":
      return t`It is paused. Resume it when creators may join.`;
    default:
      return t`Creators can join it now.`;
  }
}

export const campaignNotLaunched = defineNotice({
  kind: "campaign.not_launched",
  topic: "campaigns",
  event: () => t`A payment could not launch your campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "always",
  webhook: true,
  schema: launch.extend({ reason: z.string() }),
  text: ({ campaignId, name, reason }) => ({
    title: t`${name} was not launched`,
    paragraphs: [
      t`Reason: ${showStored(reason)}`,
      t`Your payment arrived. The money is in your wallet.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignApproved = defineNotice({
  kind: "campaign.approved",
  topic: "campaigns",
  event: () => t`Your campaign was approved`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: decided,
  text: ({ campaignId, campaign, subject }) => ({
    title: t`${campaign} was approved`,
    paragraphs: [
      subject === "campaign"
        ? t`Creators can join it now.`
        : t`Visitors are sent to its new address now.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignRejected = defineNotice({
  kind: "campaign.rejected",
  topic: "campaigns",
  event: () => t`Your campaign was rejected`,
  recipients: () => t`the campaign's developer`,
  mail: "always",
  webhook: true,
  schema: decided,
  text: ({ campaignId, campaign, subject, reason }) => ({
    title:
      subject === "campaign"
        ? t`${campaign} was rejected`
        : t`The new address of ${campaign} was rejected`,
    paragraphs: [
      t`Reason: ${reason}`,
      subject === "campaign"
        ? t`Its budget returns to your wallet within a few minutes.`
        : t`Visitors are still sent to its former address.`,
    ],
    action: openCampaign(campaignId),
  }),
});
