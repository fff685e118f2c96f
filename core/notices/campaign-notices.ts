import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { describeLimits, describeUnpaid, reachedLimits } from "../campaigns/prices";
import { type CampaignStatus, campaignStatuses, REVIEW_HOURS } from "../campaigns/status";
import { formatUtcMoment, showStored, t } from "../language/t";
import {
  aboutCampaign as campaign,
  defineNotice,
  type NoticeText,
  openCampaign,
  openLink,
} from "./define-notice";

const paidSchema = z.discriminatedUnion("outcome", [
  campaign.extend({
    outcome: z.literal("launched"),
    status: z.enum(campaignStatuses),
    budgetMicros: z.coerce.bigint(),
  }),
  campaign.extend({ outcome: z.literal("added"), addedMicros: z.coerce.bigint() }),
  campaign.extend({
    outcome: z.literal("refused"),
    reason: z.string(),
    /** What was to be added to the budget; missing if the campaign was to be launched. */
    addedMicros: z.coerce.bigint().optional(),
  }),
]);

export const campaignPaid = defineNotice({
  kind: "campaign.paid",
  event: () => t`A payment funded your campaign, or could not fund it`,
  recipients: () => t`the campaign's developer`,
  webhook: true,
  schema: paidSchema,
  text: (data) => ({ ...describePaid(data), action: openCampaign(data.campaignId) }),
});

function describePaid(data: z.output<typeof paidSchema>): Omit<NoticeText, "action"> {
  switch (data.outcome) {
    case "launched":
      return {
        title: data.status === "ACTIVE" ? t`${data.name} is live` : t`${data.name} is funded`,
        paragraphs: [
          t`Your payment arrived, and its budget is reserved.`,
          describeLaunch(data.status),
        ],
        receipt: {
          amount: formatExactDollars(data.budgetMicros),
          stamp: data.status === "ACTIVE" ? t`LIVE` : t`FUNDED`,
          tone: "valid",
          lines: [{ label: t`Campaign`, value: data.name }],
        },
      };
    case "added":
      return {
        title: t`${formatExactDollars(data.addedMicros)} added to ${data.name}`,
        paragraphs: [t`Your payment arrived, and the budget is raised.`],
      };
    case "refused":
      return {
        title:
          data.addedMicros === undefined
            ? t`${data.name} was not launched`
            : t`The budget of ${data.name} was not raised`,
        paragraphs: [
          t`Reason: ${showStored(data.reason)}`,
          t`Your payment arrived. The money is in your wallet.`,
        ],
      };
  }
}

function describeLaunch(status: CampaignStatus): string {
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

/** `address_…` is about a new address of the game, the others about the campaign. */
const decision = z.discriminatedUnion("decision", [
  campaign.extend({
    decision: z.literal(["approved", "address_approved", "resumed", "unblocked"]),
  }),
  campaign.extend({
    decision: z.literal(["rejected", "address_rejected", "paused", "disabled", "cover_removed"]),
    reason: z.string(),
  }),
  campaign.extend({ decision: z.literal("blocked"), reason: z.string(), reportId: z.string() }),
]);
type Decision = z.output<typeof decision>;

export const campaignDecided = defineNotice({
  kind: "campaign.decided",
  event: () => t`Fairclick approved, rejected, stopped or resumed your campaign`,
  recipients: () => t`the campaign's developer`,
  webhook: true,
  schema: decision,
  text: (data) => ({
    title: decisionTitle(data),
    paragraphs: [...("reason" in data ? [t`Reason: ${data.reason}`] : []), ...decisionEffect(data)],
    action: openCampaign(data.campaignId),
  }),
});

function decisionTitle({ decision, name }: Decision): string {
  switch (decision) {
    case "approved":
    case "address_approved":
      return t`${name} was approved`;
    case "rejected":
      return t`${name} was rejected`;
    case "address_rejected":
      return t`The new address of ${name} was rejected`;
    case "paused":
      return t`Fairclick paused ${name}`;
    case "disabled":
      return t`Fairclick disabled ${name}`;
    case "resumed":
      return t`Fairclick resumed ${name}`;
    case "blocked":
      return t`Visitors of ${name} see a warning`;
    case "unblocked":
      return t`Visitors of ${name} no longer see a warning`;
    case "cover_removed":
      return t`Fairclick removed the cover of ${name}`;
  }
}

function decisionEffect(data: Decision): string[] {
  switch (data.decision) {
    case "approved":
      return [t`Creators can join it now.`];
    case "address_approved":
      return [t`Visitors are sent to its new address now.`];
    case "rejected":
      return [t`Its budget returns to your wallet within a few minutes.`];
    case "address_rejected":
      return [t`Visitors are still sent to its former address.`];
    case "paused":
    case "disabled":
      return [t`Only Fairclick can change this. Ask the operators.`];
    case "resumed":
      return [t`The stop was lifted. The campaign's page shows its state.`];
    case "blocked":
      return [
        t`Visitors reported the address of its game, and we confirmed the report.`,
        t`Its links no longer lead there, its clicks are not paid, and creators cannot join. You can end the campaign: what is left of its budget then returns to your wallet.`,
        t`If this is a mistake, or the page is clean again, ask support to look at it once more. Name the report ${data.reportId}.`,
      ];
    case "unblocked":
      return [t`Its links lead to the game again. The campaign's page shows its state.`];
    case "cover_removed":
      return [t`The campaign goes on with a drawn cover. You can upload another image.`];
  }
}

export const campaignBudgetLow = defineNotice({
  kind: "campaign.budget_low",
  event: () => t`A campaign has less than 20% of its budget left, or nothing`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: z.discriminatedUnion("left", [
    campaign.extend({ left: z.literal("some"), leftMicros: z.coerce.bigint() }),
    campaign.extend({ left: z.literal("nothing") }),
  ]),
  text: (data) => ({
    title:
      data.left === "some"
        ? t`${data.name} has ${formatExactDollars(data.leftMicros)} of its budget left`
        : t`The budget of ${data.name} is spent`,
    paragraphs: [
      data.left === "some"
        ? t`Less than 20% of the budget is left. Add to it to keep the campaign running.`
        : t`Links still lead visitors to your game, but no further click is paid. Add budget to continue.`,
    ],
    action: openCampaign(data.campaignId),
  }),
});

export const campaignEnded = defineNotice({
  kind: "campaign.ended",
  event: () => t`A campaign ended`,
  recipients: () => t`the campaign's developer and the creators who joined`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ own: z.boolean() }),
  text: ({ campaignId, name, own }) => ({
    title: t`${name} has ended`,
    paragraphs: [
      t`Earlier clicks are still judged and paid. Later clicks are not.`,
      ...(own
        ? [
            t`What is left of its budget returns to your wallet once those are judged, usually within a few minutes.`,
          ]
        : []),
    ],
    action: own ? openCampaign(campaignId) : openLink(campaignId),
  }),
});

export const campaignJoined = defineNotice({
  kind: "campaign.joined",
  event: () => t`A creator joined a campaign, or wants to join it`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ state: z.literal(["joined", "requested"]), creator: z.string() }),
  text: ({ campaignId, name, creator, state }) => ({
    title: state === "joined" ? t`${creator} joined ${name}` : t`${creator} wants to join ${name}`,
    paragraphs: [
      state === "joined"
        ? t`The creator has a link now. Its clicks appear on the campaign's page.`
        : t`The request is on the campaign's page, where you accept or refuse it.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const joinAnswered = defineNotice({
  kind: "join.answered",
  event: () => t`Your request to join was answered`,
  recipients: () => t`the creator`,
  mail: "optional",
  webhook: true,
  schema: z.discriminatedUnion("answer", [
    campaign.extend({ answer: z.literal("accepted") }),
    campaign.extend({ answer: z.literal("refused"), reason: z.string() }),
  ]),
  text: (data) =>
    data.answer === "accepted"
      ? {
          title: t`You have joined ${data.name}`,
          paragraphs: [t`The developer accepted your request. Your link works now.`],
          action: openLink(data.campaignId),
        }
      : {
          title: t`Your request to join ${data.name} was refused`,
          paragraphs: [t`Reason: ${data.reason}`],
          action: { label: t`Find a campaign`, path: "/app/creator-hub" },
        },
});

const campaignChange = z.discriminatedUnion("change", [
  campaign.extend({
    change: z.literal("price"),
    payoutMicros: z.coerce.bigint(),
    startsAt: z.iso.datetime(),
  }),
  campaign.extend({ change: z.literal(["price_withdrawn", "paid_again"]) }),
  campaign.extend({
    change: z.literal("limits"),
    dailyCapMicros: z.coerce.bigint().nullable(),
    creatorCapMicros: z.coerce.bigint().nullable(),
  }),
  /** `creator_cap`: only for the creator who reached it. */
  campaign.extend({
    change: z.literal("unpaid"),
    because: z.enum(["paused", "exhausted", ...reachedLimits]),
  }),
]);
type CampaignChange = z.output<typeof campaignChange>;

export const campaignChanged = defineNotice({
  kind: "campaign.changed",
  event: () =>
    t`A campaign that you joined changes its price or limits, stops paying, or pays again`,
  recipients: () => t`the creators who joined`,
  mail: "optional",
  webhook: true,
  schema: campaignChange,
  text: (data) => ({ ...describeChange(data), action: openLink(data.campaignId) }),
});

function describeChange(data: CampaignChange) {
  const { name } = data;
  switch (data.change) {
    case "price":
      return {
        title: t`${name} pays ${formatExactDollars(data.payoutMicros)} per click from ${formatUtcMoment(new Date(data.startsAt))}`,
        paragraphs: [t`Clicks from before that moment are paid at the former price.`],
      };
    case "price_withdrawn":
      return {
        title: t`${name} keeps its price per click`,
        paragraphs: [t`The announced change was withdrawn.`],
      };
    case "limits": {
      const limits = describeLimits(data);
      return {
        title: t`${name} changed its limits`,
        paragraphs: limits.length > 0 ? limits : [t`The campaign has no limits now.`],
      };
    }
    case "unpaid":
      return {
        title: t`${name} does not pay for clicks now`,
        paragraphs: [
          describeUnpaid(data.because),
          t`Visitors can still reach the game through your link, but their clicks are not paid.`,
        ],
      };
    case "paid_again":
      return { title: t`${name} pays for clicks again`, paragraphs: [] };
  }
}

const linkChange = z.discriminatedUnion("state", [
  campaign.extend({ state: z.literal("stopped"), by: z.enum(["developer", "operator"]) }),
  campaign.extend({ state: z.literal("enabled") }),
]);

export const linkChanged = defineNotice({
  kind: "link.changed",
  event: () => t`A link was stopped, or works again`,
  recipients: () => t`the link's creator`,
  webhook: true,
  schema: linkChange,
  text: (data) => ({
    title:
      data.state === "stopped"
        ? t`Your link for ${data.name} was stopped`
        : t`Your link for ${data.name} works again`,
    paragraphs:
      data.state === "enabled"
        ? [t`Visitors are sent to the game again, and their clicks count.`]
        : [
            data.by === "operator"
              ? t`Stopped by Fairclick.`
              : t`Stopped by the campaign's developer.`,
            t`Earlier clicks are still judged and paid. Later visitors are not sent to the game.`,
          ],
    action: { label: t`Open Creator Hub`, path: "/app/creator-hub" },
  }),
});

export const creatorStarted = defineNotice({
  kind: "creator.started",
  event: () => t`A game opened that you waited for, or your first click was paid`,
  recipients: () => t`a new creator`,
  mail: "optional",
  schema: z.discriminatedUnion("step", [
    // Without the game's name: a developer must not write to the people who wait.
    z.object({ step: z.literal("game_opened") }),
    campaign.extend({ step: z.literal("first_paid"), amountMicros: z.coerce.bigint() }),
  ]),
  text: (data) =>
    data.step === "game_opened"
      ? {
          title: t`A game is open`,
          paragraphs: [t`You asked us to tell you, once. Join it and share your link.`],
          action: { label: t`Find a campaign`, path: "/app/creator-hub" },
        }
      : {
          title: t`Your first click was paid`,
          paragraphs: [t`${data.name} pays each valid click. Your link shows the next ones live.`],
          receipt: {
            amount: formatExactDollars(data.amountMicros),
            ...{ stamp: t`PAID`, tone: "valid" as const, lines: [] },
          },
          action: openLink(data.campaignId),
        },
});
