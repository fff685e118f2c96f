import {
  describeReviewReasons,
  type Review,
  reviewSchema,
  reviewStates,
} from "@fairclick/core/campaigns/reviews";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import type { Paint } from "../../../output/paint";

export const listReviewsCommand = defineCommand({
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
