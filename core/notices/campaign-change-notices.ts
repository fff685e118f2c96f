import { z } from "zod";
import { t } from "../language/t";
import { formatExactDollars } from "../money/micros";
import { defineNotice } from "./define-notice";

const campaign = z.object({ campaignId: z.string(), name: z.string() });
const withReason = campaign.extend({ reason: z.string() });

const openCampaign = (campaignId: string) => ({
  label: t`Open campaign`,
  path: `/app/campaigns/${campaignId}`,
});
const openLink = (campaignId: string) => ({
  label: t`Open link`,
  path: `/app/links/${campaignId}`,
});

export const campaignBudgetLow = defineNotice({
  kind: "campaign.budget_low",
  topic: "campaigns",
  event: () => t`A campaign has less than 20% of its budget left`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ leftMicros: z.coerce.bigint() }),
  text: ({ campaignId, name, leftMicros }) => ({
    title: t`${name} has ${formatExactDollars(leftMicros)} of its budget left`,
    paragraphs: [t`Less than 20% of the budget is left. Add to it to keep the campaign running.`],
    action: openCampaign(campaignId),
  }),
});

export const campaignExhausted = defineNotice({
  kind: "campaign.exhausted",
  topic: "campaigns",
  event: () => t`A campaign's budget is spent`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`The budget of ${name} is spent`,
    paragraphs: [
      t`Links still lead visitors to your game, but no further click is paid. Add budget to continue.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignEnded = defineNotice({
  kind: "campaign.ended",
  topic: "campaigns",
  event: () => t`A campaign ended`,
  recipients: () => t`the campaign's developer and the creators who joined`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ own: z.boolean() }),
  text: ({ campaignId, name, own }) => ({
    title: t`${name} has ended`,
    paragraphs: [t`Earlier clicks are still judged and paid. Later clicks are not.`],
    action: own ? openCampaign(campaignId) : openLink(campaignId),
  }),
});

export const campaignReturned = defineNotice({
  kind: "campaign.returned",
  topic: "campaigns",
  event: () => t`A campaign's unspent budget returned`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ amountMicros: z.coerce.bigint() }),
  text: ({ name, amountMicros }) => ({
    title: t`${formatExactDollars(amountMicros)} of ${name} is back in your wallet`,
    paragraphs: [t`The campaign is over, and this part of its budget was not spent.`],
    action: { label: t`Open wallet`, path: "/app/wallet" },
  }),
});

export const campaignJoined = defineNotice({
  kind: "campaign.joined",
  topic: "campaigns",
  event: () => t`A creator joined a campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ creator: z.string() }),
  text: ({ campaignId, name, creator }) => ({
    title: t`${creator} joined ${name}`,
    paragraphs: [t`The creator has a link now. Its clicks appear on the campaign's page.`],
    action: openCampaign(campaignId),
  }),
});

export const campaignStopped = defineNotice({
  kind: "campaign.stopped",
  topic: "campaigns",
  event: () => t`Fairclick paused or disabled a campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "always",
  webhook: true,
  schema: withReason.extend({ how: z.enum(["paused", "disabled"]) }),
  text: ({ campaignId, name, reason, how }) => ({
    title: how === "paused" ? t`Fairclick paused ${name}` : t`Fairclick disabled ${name}`,
    paragraphs: [t`Reason: ${reason}`, t`Only Fairclick can change this. Ask the operators.`],
    action: openCampaign(campaignId),
  }),
});

export const coverRemoved = defineNotice({
  kind: "campaign.cover_removed",
  topic: "campaigns",
  event: () => t`Fairclick removed a campaign's cover image`,
  recipients: () => t`the campaign's developer`,
  mail: "always",
  webhook: true,
  schema: withReason,
  text: ({ campaignId, name, reason }) => ({
    title: t`Fairclick removed the cover of ${name}`,
    paragraphs: [
      t`Reason: ${reason}`,
      t`The campaign goes on with a drawn cover. You can upload another image.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignResumed = defineNotice({
  kind: "campaign.resumed",
  topic: "campaigns",
  event: () => t`Fairclick resumed a campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`Fairclick resumed ${name}`,
    paragraphs: [t`The stop was lifted. The campaign's page shows its state.`],
    action: openCampaign(campaignId),
  }),
});

export const campaignGameChanged = defineNotice({
  kind: "campaign.game_changed",
  topic: "campaigns",
  event: () => t`A developer changed the game's address`,
  recipients: () => t`the creators whose share link was removed`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`${name} leads to another game now`,
    paragraphs: [t`Your share link led to the former game and was removed. You can add a new one.`],
    action: openLink(campaignId),
  }),
});

export const linkStopped = defineNotice({
  kind: "link.stopped",
  topic: "campaigns",
  event: () => t`A link was stopped`,
  recipients: () => t`the link's creator`,
  mail: "always",
  webhook: true,
  schema: campaign.extend({ by: z.enum(["developer", "operator"]) }),
  text: ({ campaignId, name, by }) => ({
    title: t`Your link for ${name} was stopped`,
    paragraphs: [
      by === "operator" ? t`Fairclick stopped it.` : t`The campaign's developer stopped it.`,
      t`Earlier clicks are still judged and paid. Visitors can no longer use the link.`,
    ],
    action: openLink(campaignId),
  }),
});

export const linkEnabled = defineNotice({
  kind: "link.enabled",
  topic: "campaigns",
  event: () => t`A stopped link works again`,
  recipients: () => t`the link's creator`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`Your link for ${name} works again`,
    paragraphs: [t`Its clicks are judged and paid from now on.`],
    action: openLink(campaignId),
  }),
});

export const campaignPriceChanged = defineNotice({
  kind: "campaign.price_changed",
  topic: "campaigns",
  event: () => t`A campaign's price per click changes`,
  recipients: () => t`the creators who joined`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ payoutMicros: z.coerce.bigint(), startsAt: z.iso.datetime() }),
  text: ({ campaignId, name, payoutMicros, startsAt }) => ({
    title: t`${name} pays ${formatExactDollars(payoutMicros)} per click from ${startsAt.slice(0, 16).replace("T", " ")} UTC`,
    paragraphs: [t`Clicks from before that moment are paid at the former price.`],
    action: openLink(campaignId),
  }),
});

export const campaignPriceWithdrawn = defineNotice({
  kind: "campaign.price_withdrawn",
  topic: "campaigns",
  event: () => t`An announced price is withdrawn`,
  recipients: () => t`the creators who joined`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`${name} keeps its price per click`,
    paragraphs: [t`The announced change was withdrawn.`],
    action: openLink(campaignId),
  }),
});
