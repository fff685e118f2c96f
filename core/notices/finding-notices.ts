import { z } from "zod";
import { FINDING_DAYS } from "../clicks/links/judge-link";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

const link = z.object({ campaignId: z.string(), name: z.string() });

const openLink = (campaignId: string) => ({
  label: t`Open link`,
  path: `/app/links/${campaignId}`,
});

export const linkUnderReview = defineNotice({
  kind: "link.under_review",
  topic: "clicks",
  event: () => t`A link was put under review`,
  recipients: () => t`the link's creator`,
  mail: "always",
  schema: link,
  text: ({ campaignId, name }) => ({
    title: t`Your link for ${name} is under review`,
    paragraphs: [
      t`Its clicks wait for an operator, and its recent earnings cannot be withdrawn meanwhile.`,
      t`The link's page says why, and you can explain its clicks there. If no operator decides within ${FINDING_DAYS} days, the clicks are paid.`,
    ],
    action: openLink(campaignId),
  }),
});

export const linkReviewed = defineNotice({
  kind: "link.reviewed",
  topic: "clicks",
  event: () => t`The review of a link ended`,
  recipients: () => t`the link's creator`,
  mail: "always",
  schema: link.extend({ state: z.enum(["cleared", "lapsed", "confirmed"]) }),
  text: ({ campaignId, name, state }) => ({
    title:
      state === "confirmed"
        ? t`Clicks of your link for ${name} were found invalid`
        : t`Your link for ${name} is no longer under review`,
    paragraphs: {
      cleared: [t`An operator cleared it. Its clicks that waited are paid within a few minutes.`],
      lapsed: [
        t`No operator decided within ${FINDING_DAYS} days. Its clicks that waited are paid within a few minutes.`,
      ],
      confirmed: [
        t`An operator confirmed the suspicion. The clicks of the time under review are refused or reversed within a few minutes.`,
      ],
    }[state],
    action: openLink(campaignId),
  }),
});
