import { z } from "zod";
import { FINDING_DAYS } from "../clicks/links/judge-link";
import { defineNotice } from "./define-notice";

const link = z.object({ campaignId: z.string(), name: z.string() });

const openLink = (campaignId: string) => ({ label: "Open link", path: `/app/links/${campaignId}` });

export const linkUnderReview = defineNotice({
  kind: "link.under_review",
  topic: "clicks",
  event: "A link was put under review",
  recipients: "the link's creator",
  mail: "always",
  schema: link,
  text: ({ campaignId, name }) => ({
    title: `Your link for ${name} is under review`,
    paragraphs: [
      "Its clicks wait for an operator, and its recent earnings cannot be withdrawn meanwhile.",
      `The link's page says why, and you can explain its clicks there. If no operator decides within ${FINDING_DAYS} days, the clicks are paid.`,
    ],
    action: openLink(campaignId),
  }),
});

export const linkReviewed = defineNotice({
  kind: "link.reviewed",
  topic: "clicks",
  event: "The review of a link ended",
  recipients: "the link's creator",
  mail: "always",
  schema: link.extend({ state: z.enum(["cleared", "lapsed", "confirmed"]) }),
  text: ({ campaignId, name, state }) => ({
    title:
      state === "confirmed"
        ? `Clicks of your link for ${name} were found invalid`
        : `Your link for ${name} is no longer under review`,
    paragraphs: {
      cleared: ["An operator cleared it. Its clicks that waited are paid within a few minutes."],
      lapsed: [
        `No operator decided within ${FINDING_DAYS} days. Its clicks that waited are paid within a few minutes.`,
      ],
      confirmed: [
        "An operator confirmed the suspicion. The clicks of the time under review are refused or reversed within a few minutes.",
      ],
    }[state],
    action: openLink(campaignId),
  }),
});
