import { z } from "zod";
import { FINDING_DAYS } from "../clicks/links/judge-link";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

const link = z.object({ campaignId: z.string(), name: z.string() });
const review = z.discriminatedUnion("state", [
  link.extend({ state: z.literal("open") }),
  link.extend({ state: z.literal("cleared") }),
  link.extend({ state: z.literal("lapsed") }),
  link.extend({ state: z.literal("confirmed") }),
]);
type Review = z.output<typeof review>;

export const linkReviewed = defineNotice({
  kind: "link.reviewed",
  topic: "clicks",
  event: () => t`A link was put under review, or its review ended`,
  recipients: () => t`the link's creator`,
  mail: "always",
  schema: review,
  text: (data) => ({
    title: reviewTitle(data),
    paragraphs: describeReview(data),
    action: { label: t`Open link`, path: `/app/links/${data.campaignId}` },
  }),
});

function reviewTitle({ state, name }: Review): string {
  switch (state) {
    case "open":
      return t`Your link for ${name} is under review`;
    case "confirmed":
      return t`Clicks of your link for ${name} were found invalid`;
    case "cleared":
    case "lapsed":
      return t`Your link for ${name} is no longer under review`;
  }
}

function describeReview({ state }: Review): string[] {
  switch (state) {
    case "open":
      return [
        t`Its clicks wait for an operator, and its recent earnings cannot be withdrawn meanwhile.`,
        t`The link's page says why, and you can explain its clicks there. If no operator decides within ${FINDING_DAYS} days, the clicks are paid.`,
      ];
    case "cleared":
      return [t`An operator cleared it. Its clicks that waited are paid within a few minutes.`];
    case "lapsed":
      return [
        t`No operator decided within ${FINDING_DAYS} days. Its clicks that waited are paid within a few minutes.`,
      ];
    case "confirmed":
      return [
        t`An operator confirmed the suspicion. The clicks of the time under review are refused or reversed within a few minutes.`,
      ];
  }
}
