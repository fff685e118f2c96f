import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { describeNetworks, networkCountsSchema } from "../clicks/appeals";
import { formatUtcDay, showStored, t } from "../language/t";
import {
  aboutCampaign,
  countClicks as count,
  defineNotice,
  type NoticeText,
  openCampaign,
  openLink,
} from "./define-notice";

const clicks = aboutCampaign.extend({ clicks: z.number().int() });

export const clicksHeld = defineNotice({
  kind: "clicks.held",
  event: () => t`Clicks wait for a check`,
  recipients: () => t`the link's creator`,
  schema: aboutCampaign,
  text: ({ campaignId, name }) => ({
    title: t`Clicks of your link for ${name} wait for a check`,
    paragraphs: [
      t`Their price is set aside for you until an operator has looked at them. At most one message per link and hour.`,
    ],
    action: openLink(campaignId),
  }),
});

export const clicksReversed = defineNotice({
  kind: "clicks.reversed",
  event: () => t`Payments for clicks were reversed`,
  recipients: () => t`the creator of the clicks`,
  schema: clicks.extend({
    amountMicros: z.coerce.bigint(),
    debtMicros: z.coerce.bigint(),
    reason: z.string(),
  }),
  text: ({ campaignId, name, clicks, amountMicros, debtMicros, reason }) => ({
    title: t`${formatExactDollars(amountMicros)} for ${count(clicks)} of ${name} was taken back`,
    paragraphs: [
      t`Reason: ${showStored(reason)}`,
      ...(debtMicros > 0n
        ? [t`${formatExactDollars(debtMicros)} of it will be paid from later earnings.`]
        : []),
    ],
    action: openLink(campaignId),
  }),
});

/** What creators have withdrawn before it was reversed. */
function describeOwed(owedMicros: bigint): string[] {
  return owedMicros > 0n
    ? [
        t`${formatExactDollars(owedMicros)} more was withdrawn before. You get it in your wallet when the creator's later earnings pay it.`,
      ]
    : [];
}

export const clicksReturned = defineNotice({
  kind: "clicks.returned",
  event: () => t`A reversal returned money for clicks`,
  recipients: () => t`the campaign's developer`,
  schema: clicks.extend({ amountMicros: z.coerce.bigint(), owedMicros: z.coerce.bigint() }),
  text: ({ campaignId, name, clicks, amountMicros, owedMicros }) => ({
    title: t`${formatExactDollars(amountMicros)} for ${count(clicks)} of ${name} returned`,
    paragraphs: [
      t`Fairclick found that these clicks should not have been paid.`,
      ...describeOwed(owedMicros),
    ],
    action: openCampaign(campaignId),
  }),
});

export const clicksDecided = defineNotice({
  kind: "clicks.decided",
  event: () => t`Clicks that waited for a check were decided`,
  recipients: () => t`the creator of the clicks`,
  schema: clicks.extend({ paid: z.boolean() }),
  text: ({ campaignId, name, clicks, paid }) => ({
    title: describeDecision({ clicks, name, paid }),
    paragraphs: [
      paid ? t`The money is in your earnings.` : t`You can appeal within 30 days of the click.`,
    ],
    action: openLink(campaignId),
  }),
});

function describeDecision(decided: { clicks: number; name: string; paid: boolean }): string {
  const { clicks, name, paid } = decided;
  if (clicks === 1) {
    return paid
      ? t`1 click of ${name} was paid after a check`
      : t`1 click of ${name} was refused after a check`;
  }
  return paid
    ? t`${count(clicks)} of ${name} were paid after a check`
    : t`${count(clicks)} of ${name} were refused after a check`;
}

const answered = z.discriminatedUnion("about", [
  clicks.extend({
    about: z.literal("appeal"),
    accepted: z.boolean(),
    reason: z.string(),
    day: z.string(),
    paidMicros: z.coerce.bigint(),
    networks: networkCountsSchema,
  }),
  aboutCampaign.extend({
    about: z.literal("objection"),
    accepted: z.boolean(),
    reason: z.string(),
    returnedMicros: z.coerce.bigint(),
    owedMicros: z.coerce.bigint(),
  }),
]);

export const caseAnswered = defineNotice({
  kind: "case.answered",
  event: () => t`An appeal or an objection was answered`,
  recipients: () => t`the creator who appealed, or the developer who objected`,
  schema: answered,
  text: (data) => (data.about === "appeal" ? describeAppeal(data) : describeObjection(data)),
});

type Answered<About> = Extract<z.output<typeof answered>, { about: About }>;

function describeAppeal(data: Answered<"appeal">): NoticeText {
  const { campaignId, name, accepted, reason, day, clicks, paidMicros, networks } = data;
  return {
    title: accepted
      ? t`Your appeal about ${name} was accepted`
      : t`Your appeal about ${name} was declined`,
    paragraphs: [
      t`Answer: ${reason}`,
      t`It was about ${count(clicks)} of ${formatUtcDay(day)} (UTC).`,
      ...(clicks > 0 ? [t`They came from: ${describeNetworks(networks)}.`] : []),
      ...(paidMicros > 0n ? [t`Paid: ${formatExactDollars(paidMicros)}.`] : []),
    ],
    action: openLink(campaignId),
  };
}

function describeObjection(data: Answered<"objection">): NoticeText {
  const { campaignId, name, accepted, reason, returnedMicros, owedMicros } = data;
  return {
    title: accepted
      ? t`Your objection about ${name} was upheld`
      : t`Your objection about ${name} was dismissed`,
    paragraphs: [
      t`Answer: ${reason}`,
      ...(returnedMicros > 0n ? [t`${formatExactDollars(returnedMicros)} returned.`] : []),
      ...describeOwed(owedMicros),
    ],
    action: openCampaign(campaignId),
  };
}

const review = aboutCampaign.extend({
  state: z.literal(["open", "cleared", "lapsed", "explained", "confirmed"]),
});
type Review = z.output<typeof review>;

export const linkReviewed = defineNotice({
  kind: "link.reviewed",
  event: () => t`A link was put under review, or its review ended`,
  recipients: () => t`the link's creator`,
  schema: review,
  text: (data) => ({
    title: reviewTitle(data),
    paragraphs: describeReview(data),
    action: openLink(data.campaignId),
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
    case "explained":
      return t`Your link for ${name} is no longer under review`;
  }
}

function describeReview({ state }: Review): string[] {
  switch (state) {
    case "open":
      return [
        t`Far fewer players joined the game after its clicks than after those of other creators. The part of its earnings that its players do not explain cannot be withdrawn meanwhile; all else is free.`,
        t`The link's page shows the figures and what ends the review, and you can explain its clicks there. Players who come later free their part.`,
      ];
    case "cleared":
      return [t`An operator cleared it. Its earnings no longer wait.`];
    case "explained":
      return [t`Players who came later explain its clicks. Its earnings no longer wait.`];
    case "lapsed":
      return [t`No operator decided in time. Its earnings no longer wait.`];
    case "confirmed":
      return [
        t`An operator confirmed the suspicion. The clicks that nobody followed into the game are reversed within a few minutes.`,
      ];
  }
}
