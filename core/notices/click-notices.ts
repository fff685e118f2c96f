import { z } from "zod";
import { formatExactDollars } from "../money/micros";
import { defineNotice } from "./define-notice";

const campaign = z.object({ campaignId: z.string(), name: z.string() });
const clicks = campaign.extend({ clicks: z.number().int() });

const openLink = (campaignId: string) => ({ label: "Open link", path: `/app/links/${campaignId}` });
const count = (clicks: number) => (clicks === 1 ? "1 click" : `${clicks} clicks`);

export const clicksHeld = defineNotice({
  kind: "clicks.held",
  topic: "clicks",
  event: "Clicks wait for a check",
  recipients: "the link's creator",
  mail: "optional",
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: `Clicks of your link for ${name} wait for a check`,
    paragraphs: [
      "Their price is set aside for you until an operator has looked at them. At most one message per link and hour.",
    ],
    action: openLink(campaignId),
  }),
});

export const clicksReversed = defineNotice({
  kind: "clicks.reversed",
  topic: "clicks",
  event: "Payments for clicks were reversed",
  recipients: "the creator of the clicks",
  mail: "always",
  schema: clicks.extend({
    amountMicros: z.coerce.bigint(),
    debtMicros: z.coerce.bigint(),
    reason: z.string(),
  }),
  text: ({ campaignId, name, clicks, amountMicros, debtMicros, reason }) => ({
    title: `${formatExactDollars(amountMicros)} for ${count(clicks)} of ${name} was taken back`,
    paragraphs: [
      `Reason: ${reason}`,
      ...(debtMicros > 0n
        ? [`${formatExactDollars(debtMicros)} of it will be paid from later earnings.`]
        : []),
    ],
    action: openLink(campaignId),
  }),
});

export const clicksReturned = defineNotice({
  kind: "clicks.returned",
  topic: "clicks",
  event: "A reversal returned money for clicks",
  recipients: "the campaign's developer",
  mail: "optional",
  schema: clicks.extend({ amountMicros: z.coerce.bigint() }),
  text: ({ campaignId, name, clicks, amountMicros }) => ({
    title: `${formatExactDollars(amountMicros)} for ${count(clicks)} of ${name} returned`,
    paragraphs: ["Fairclick found that these clicks should not have been paid."],
    action: { label: "Open campaign", path: `/app/campaigns/${campaignId}` },
  }),
});

export const clicksDecided = defineNotice({
  kind: "clicks.decided",
  topic: "clicks",
  event: "Clicks that waited for a check were decided",
  recipients: "the creator of the clicks",
  mail: "optional",
  schema: clicks.extend({ paid: z.boolean() }),
  text: ({ campaignId, name, clicks, paid }) => ({
    title: `${count(clicks)} of ${name} ${clicks === 1 ? "was" : "were"} ${paid ? "paid" : "refused"} after a check`,
    paragraphs: [
      paid ? "The money is in your earnings." : "You can appeal within 30 days of the click.",
    ],
    action: openLink(campaignId),
  }),
});

export const appealAnswered = defineNotice({
  kind: "appeal.answered",
  topic: "clicks",
  event: "An appeal was answered",
  recipients: "the creator who appealed",
  mail: "always",
  schema: campaign.extend({ accepted: z.boolean(), reason: z.string() }),
  text: ({ campaignId, name, accepted, reason }) => ({
    title: `Your appeal about ${name} was ${accepted ? "accepted" : "declined"}`,
    paragraphs: [`Answer: ${reason}`],
    action: openLink(campaignId),
  }),
});

export const objectionAnswered = defineNotice({
  kind: "objection.answered",
  topic: "clicks",
  event: "An objection was answered",
  recipients: "the developer who objected",
  mail: "always",
  schema: campaign.extend({
    upheld: z.boolean(),
    reason: z.string(),
    reversedMicros: z.coerce.bigint(),
  }),
  text: ({ campaignId, name, upheld, reason, reversedMicros }) => ({
    title: `Your objection about ${name} was ${upheld ? "upheld" : "dismissed"}`,
    paragraphs: [
      `Answer: ${reason}`,
      ...(reversedMicros > 0n ? [`${formatExactDollars(reversedMicros)} returned.`] : []),
    ],
    action: { label: "Open campaign", path: `/app/campaigns/${campaignId}` },
  }),
});
