import { campaigns } from "@fairclick/core/campaigns/operated";
import {
  describeReviewReasons,
  type Review,
  reviewSchema,
  reviewStates,
} from "@fairclick/core/campaigns/reviews";
import { links } from "@fairclick/core/clicks/operated-links";
import { formatMicros, formatMoment, type Paint } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { decideCommand, listCommand, showCommand } from "./frame/resource";
import {
  decideFindingCommand,
  decideLinkCommand,
  listFindingsCommand,
  listSuspectsCommand,
  showLinkCommand,
} from "./links";
import { decideReportCommand, listReportsCommand, showReportCommand } from "./reports";

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
    commands: [listCommand(links), showLinkCommand, listSuspectsCommand, decideLinkCommand],
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
    commands: [listCommand(campaigns), showCommand(campaigns), decideCommand(campaigns)],
  },
];
