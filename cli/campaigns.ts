import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { type AdminCampaign, adminCampaignSchema } from "@fairclick/core/campaigns/operated";
import {
  describeReviewReasons,
  type Review,
  reviewSchema,
  reviewStates,
} from "@fairclick/core/campaigns/reviews";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { formatFacts, formatMicros, formatMoment, type Paint, toTable } from "./frame/output";
import {
  decideFindingCommand,
  decideLinkCommand,
  listFindingsCommand,
  listLinksCommand,
  listSuspectsCommand,
  showLinkCommand,
} from "./links";
import { decideReportCommand, listReportsCommand, showReportCommand } from "./reports";

const decideCampaignCommand = defineActs({
  usage: "<campaign>",
  summary: "pause, resume, disable or restore a campaign, remove its cover",
  about: "The developer sees the reason. Needs a token with the scope campaigns:write.",
  examples: ['campaigns decide pause "Tower of Tides" --reason "The game is gone."'],
  acts: {
    pause: {
      about:
        "Visitors still reach the game, but their clicks are not paid. The developer cannot resume it.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"][":act"].$post({ param: { id, act: "pause" }, json }),
    },
    resume: {
      about:
        "Resumes a campaign that an operator paused, or that the platform paused after a dispute or a loss. If the developer had paused it before, it stays paused.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"][":act"].$post({ param: { id, act: "resume" }, json }),
    },
    disable: {
      about:
        "Disables all links of a campaign: within a second, visitors see a page that says so (410). Earlier clicks are still judged and paid. At the campaign's end, the rest of the budget returns to the developer's wallet.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"][":act"].$post({ param: { id, act: "disable" }, json }),
    },
    restore: {
      about: "Enables a campaign that an operator disabled: its links lead to the game again.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"][":act"].$post({ param: { id, act: "restore" }, json }),
    },
    "remove-cover": {
      about:
        "Deletes the cover image, also from other campaigns that show the same one, and refuses it from then on. Copies in browsers and in a CDN stay there until they expire or are purged.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"][":act"].$post({ param: { id, act: "remove-cover" }, json }),
    },
  },
});

const listCampaignsCommand = defineCommand({
  usage: "list",
  summary: "list campaigns with their money and clicks",
  about:
    "Lists the campaigns of all developers, newest first, including unfunded ones. A developer is given by id, e-mail address or name. Needs a token with the scope campaigns:read.",
  examples: [
    "campaigns list --search obby",
    "campaigns list --stopped --json | jq -r '[.id, .forcedPauseReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--developer <user>", "only campaigns of this developer")
      .option("--search <text>", "only campaigns whose name or game name contains this text")
      .option("--stopped", "only campaigns that an operator or the platform stopped"),
  input: z.object({
    ...listInput,
    developer: z.string().optional(),
    search: z.string().optional(),
    stopped: z.boolean().default(false),
  }),
  output: z.array(adminCampaignSchema),
  run: (host, { developer, search, stopped, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = {
      ...(developer ? { developer } : {}),
      ...(search ? { search } : {}),
      stopped: String(stopped),
    };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.campaigns.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (campaigns, paint) => {
    if (campaigns.length === 0) return paint.faint("None found.");
    const rows = campaigns.map(({ clicks, ...campaign }) => [
      campaign.id,
      campaign.status,
      campaign.developer,
      formatMicros(campaign.budgetMicros),
      formatMicros(campaign.escrowMicros),
      formatMicros(campaign.paidMicros),
      String(clicks.total),
      String(clicks.valid),
      campaign.name,
    ]);
    const money = ["budget", "left", "paid"];
    const headings = ["campaign", "status", "developer", ...money, "clicks", "valid", "name"];
    return toTable(headings, rows).join("\n");
  },
});

const showCampaignCommand = defineCommand({
  usage: "show <campaign>",
  summary: "show one campaign",
  about:
    "Shows one campaign: its status, its price and the platform's fee, which clicks it pays for, its limits, its money, its clicks, and who stopped it and why. Needs a token with the scope campaigns:read.",
  examples: ["campaigns show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, campaign: z.string() }),
  output: adminCampaignSchema,
  run: async (host, { campaign: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.campaigns[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: ({ clicks, ...campaign }, paint) => {
    const { forcedPauseBy, forcedPauseReason, disabledAt, disabledReason } = campaign;
    return formatFacts([
      ["campaign", `${paint.strong(campaign.name)} (${campaign.id})`],
      ["game", `${campaign.gameTitle}, ${campaign.gameUrl}`],
      [
        "developer",
        `${campaign.developer} (${campaign.developerId})${campaign.developerSuspended ? ", suspended" : ""}`,
      ],
      ["cover", describeCover(campaign)],
      ["status", campaign.status],
      ["runs", `${formatMoment(campaign.startsAt)} to ${formatMoment(campaign.endsAt)}`],
      ["paused", formatMoment(campaign.pausedAt) || "no"],
      ...(forcedPauseBy ? [["paused by", `${forcedPauseBy}: ${forcedPauseReason}`] as const] : []),
      ["disabled", disabledAt ? `${formatMoment(disabledAt)}: ${disabledReason ?? ""}` : "no"],
      ["click rules", campaign.clickRules],
      ["wants", describeWanted(campaign.wanted) ?? "all creators"],
      ["who may join", describeJoinRule(campaign.whoMayJoin) ?? "Everybody"],
      ["pays for", describeAudience(campaign.audience) ?? "all clicks"],
      ["limits", formatLimits(campaign)],
      ["a click", `${formatMicros(campaign.payoutMicros)} to its creator`],
      ["next price", formatNextPrice(campaign)],
      ["fee", formatFee(campaign)],
      ["budget", formatMicros(campaign.budgetMicros)],
      [
        "left",
        `${formatMicros(campaign.escrowMicros)}, held clicks reserve ${formatMicros(campaign.claimedMicros)}`,
      ],
      ["paid", formatMicros(campaign.paidMicros)],
      [
        "clicks",
        `${clicks.total}: ${clicks.valid} valid, ${clicks.invalid} invalid, ${clicks.held} held, ${clicks.unpaid} unpaid, ${clicks.pending} pending`,
      ],
    ]);
  },
});

function describeCover({ cover, coverAlt }: Pick<AdminCampaign, "cover" | "coverAlt">): string {
  if (cover === null) return "drawn";
  return coverAlt === "" ? cover : `${cover}: ${coverAlt}`;
}

function formatNextPrice({ nextPrice }: Pick<AdminCampaign, "nextPrice">): string {
  if (nextPrice === null) return "none announced";
  return `${formatMicros(nextPrice.payoutMicros)} from ${formatMoment(nextPrice.startsAt)}`;
}

function formatFee({ feeMicros }: Pick<AdminCampaign, "feeMicros">): string {
  return BigInt(feeMicros) === 0n ? "none" : `${formatMicros(feeMicros)} per paid click, on top`;
}

type Limits = Pick<AdminCampaign, "dailyCapMicros" | "creatorCapMicros">;

function formatLimits({ dailyCapMicros, creatorCapMicros }: Limits): string {
  const limits = [
    ...(dailyCapMicros === null ? [] : [`${formatMicros(dailyCapMicros)} per UTC day`]),
    ...(creatorCapMicros === null ? [] : [`${formatMicros(creatorCapMicros)} per creator`]),
  ];
  return limits.length === 0 ? "none" : limits.join(", ");
}

const decideReviewCommand = defineActs({
  usage: "<review>",
  summary: "approve or reject a campaign that waits for review",
  about: "The developer is notified of the reason. Needs a token with the scope campaigns:write.",
  examples: [
    'reviews decide reject 01900000-0000-7000-8000-000000000001 --reason "The page asks for passwords."',
  ],
  acts: {
    approve: {
      about:
        "Makes a campaign live, or sends its visitors to its new address. The developer's other campaigns for this website do not wait again. A pause of another kind stays.",
      send: ({ api }, id, json) =>
        api.admin.reviews[":id"][":act"].$post({ param: { id, act: "approve" }, json }),
    },
    reject: {
      about:
        "Ends a campaign, and its budget returns to the developer's wallet. A running campaign whose new address is rejected keeps its former one.",
      send: ({ api }, id, json) =>
        api.admin.reviews[":id"][":act"].$post({ param: { id, act: "reject" }, json }),
    },
  },
});

const listReviewsCommand = defineCommand({
  usage: "list",
  summary: "list campaigns that wait for review before they are live",
  about:
    "Lists new campaigns, and new addresses of running ones, with the reasons why they wait: waiting ones oldest first, others newest first. Needs a token with the scope campaigns:read.",
  examples: ["reviews list", "reviews list --state rejected --json | jq -r .answer"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only reviews in this state")
        .choices(reviewStates)
        .default("waiting"),
    ),
  input: z.object({ ...listInput, state: z.enum(reviewStates) }),
  output: z.array(reviewSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.reviews.$get({ query: { state, ...page } })),
    );
  },
  text: (reviews, paint) => {
    if (reviews.length === 0) return paint.good("None found.");
    return reviews.map((each) => describeReview(each, paint).join("\n")).join("\n\n");
  },
});

function describeReview(review: Review, paint: Paint): string[] {
  const { id, campaign, campaignId, developer, subject, gameUrl, currentGameUrl } = review;
  const { reasons, payoutMicros, budgetMicros, waitsSince, state, answer, decidedBy } = review;
  return [
    `${paint.strong(id)}  since ${formatMoment(waitsSince)}  ${campaign} of ${developer}`,
    `  campaign  ${campaignId}, ${formatMicros(payoutMicros)} a click, budget ${formatMicros(budgetMicros)}`,
    `  address   ${gameUrl}${subject === "game_url" ? `, instead of ${currentGameUrl}` : ""}`,
    `  waits     because ${describeReviewReasons(reasons)}`,
    ...(answer === null ? [] : [`  ${state} by ${decidedBy}: ${answer}`]),
  ];
}

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, compare, disable and enable creators' links",
    commands: [listLinksCommand, showLinkCommand, listSuspectsCommand, decideLinkCommand],
  },
  {
    name: "findings",
    summary: "decide about links whose traffic looks like a farm's",
    commands: [listFindingsCommand, decideFindingCommand],
  },
  {
    name: "reviews",
    summary: "decide which campaigns become live",
    commands: [listReviewsCommand, decideReviewCommand],
  },
  {
    name: "reports",
    summary: "decide about addresses that visitors reported",
    commands: [listReportsCommand, showReportCommand, decideReportCommand],
  },
  {
    name: "campaigns",
    summary: "list, pause and disable campaigns",
    commands: [listCampaignsCommand, showCampaignCommand, decideCampaignCommand],
  },
];
