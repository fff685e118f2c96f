import {
  type Case,
  type CaseAct,
  caseDetailSchema,
  caseKinds,
  caseNames,
  caseSchema,
  caseStates,
} from "@fairclick/core/campaigns/cases";
import { describeReviewReasons } from "@fairclick/core/campaigns/reviews";
import { reversalCategories } from "@fairclick/core/clicks/decisions";
import { formatMicros, formatMoment, type Paint } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";

const optionsInput = { category: z.enum(reversalCategories).default("other") };
const optionsSchema = z.object(optionsInput);

type Send = Parameters<typeof defineActs>[0]["acts"][string]["send"];

function send(act: CaseAct): Send {
  return ({ api }, id, json, given) =>
    api.admin.cases[":id"][":act"].$post({
      param: { id, act },
      json: { ...json, ...optionsSchema.parse(given) },
    });
}

const decideCaseCommand = defineActs({
  usage: "<case>",
  summary: "accept or decline an appeal, an objection or a review",
  about: "The user sees the reason. Needs a token with the scope cases:decide.",
  examples: [
    'cases decide accept 01900000-0000-7000-8000-000000000001 --reason "You are right."',
    'cases decide accept 01900000-0000-7000-8000-000000000001 --category bot_traffic --reason "One machine made all of them."',
  ],
  options: (command) =>
    command.addOption(
      new Option("--category <category>", "why the clicks of an objection are reversed")
        .choices(reversalCategories)
        .default("other"),
    ),
  optionsInput,
  acts: {
    accept: {
      about:
        "An appeal: pays the click; if the campaign's budget is too small, the appeal stays open. An objection: reverses its clicks that are still paid; the money moves from the creators' earnings to the campaign's budget, or to the developer's wallet if the campaign has ended, and creators who have withdrawn it owe it; they see the category and the reason, and may appeal. A review: makes a campaign live, or sends its visitors to its new address; the developer's other campaigns for this website do not wait again, and a pause of another kind stays.",
      send: send("accept"),
    },
    decline: {
      about:
        "An appeal: the click stays invalid and cannot be appealed again. An objection: the clicks stay paid. A review: ends a campaign, and its budget returns to the developer's wallet; a running campaign whose new address is declined keeps its former one.",
      send: send("decline"),
    },
  },
});

function describeCase(each: Case, paint: Paint): string[] {
  const { id, kind, user, campaign, campaignId, text, state, answer, decidedBy } = each;
  return [
    `${paint.strong(id)}  ${formatMoment(each.openedAt)}  ${caseNames[kind]} of ${user} on ${campaign}`,
    ...(kind === "reviews" ? describeReview(each) : describeStake(each)),
    ...(text === "" ? [] : [`  says      ${text}`]),
    ...(answer === null ? [] : [`  ${state} by ${decidedBy}${describeReversed(each)}: ${answer}`]),
    `  campaign  ${campaignId}, ${formatMicros(each.payoutMicros)} a click, budget ${formatMicros(each.budgetMicros)}`,
  ];
}

function describeReview({ about, gameUrl: current }: Case): string[] {
  const { gameUrl, subject, reasons = [] } = about;
  return [
    `  address   ${gameUrl}${subject === "game_url" ? `, instead of ${current}` : ""}`,
    `  waits     because ${describeReviewReasons(reasons)}`,
  ];
}

function describeStake({ about, micros, record }: Case): string[] {
  const { accepted, declined, clicks, validClicks } = record;
  const by = about.filter ? `, selected by ${describeFilter(about.filter)}` : "";
  return [
    `  clicks    ${about.clicks ?? 1} for ${formatMicros(micros)}${by}`,
    `  record    ${accepted} accepted, ${declined} declined; about ${clicks} clicks of this campaign, which has ${validClicks} valid ones`,
  ];
}

function describeFilter(filter: NonNullable<Case["about"]["filter"]>): string {
  const conditions = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  return conditions.length === 0 ? "no condition" : conditions.join(", ");
}

function describeReversed({ about: { reversedClicks = 0 } }: Case): string {
  return reversedClicks > 0 ? `, ${reversedClicks} clicks reversed` : "";
}

const listCasesCommand = defineCommand({
  usage: "list",
  summary: "list appeals, objections and campaigns that wait for review",
  about:
    "Lists creators' appeals against invalid clicks, developers' objections to paid ones, and campaigns or new addresses that wait before they are live: open ones oldest first, others newest first. `clicks show` explains the verdict of a click. Needs a token with the scope cases:read.",
  examples: ["cases list --kind appeals", "cases list --state declined --json | jq -r .answer"],
  options: (command) =>
    listOptions(command)
      .addOption(new Option("--kind <kind>", "only cases of this kind").choices(caseKinds))
      .addOption(
        new Option("--state <state>", "only cases in this state")
          .choices(caseStates)
          .default("open"),
      ),
  input: z.object({
    ...listInput,
    kind: z.enum(caseKinds).optional(),
    state: z.enum(caseStates),
  }),
  output: z.array(caseSchema),
  run: (host, { kind, state, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { state, ...(kind ? { kind } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.cases.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (cases, paint) => {
    if (cases.length === 0) return paint.good("None found.");
    return cases.map((each) => describeCase(each, paint).join("\n")).join("\n\n");
  },
});

/** Max clicks in the text; `--json` has all of them. */
const SHOWN = 20;

const showCaseCommand = defineCommand({
  usage: "show <case>",
  summary: "show a case with its clicks",
  about:
    "Shows a case, its clicks per creator with the players that the game reported, and the newest clicks. `clicks show` explains one of them. Needs a token with the scope cases:read.",
  examples: ["cases show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, case: z.string() }),
  output: caseDetailSchema,
  run: async (host, { case: id, ...target }) => {
    const api = openApi(host, target);
    return (await api.call((client) => client.api.admin.cases[":id"].$get({ param: { id } }))).data;
  },
  text: (shown, paint) => {
    const { creators, items } = shown;
    return [
      ...describeCase(shown, paint),
      "",
      ...creators.map(
        ({ creator, clicks, valid, joined, returned }) =>
          `${creator}: ${clicks} clicks, ${valid} still valid, ${joined} joined the game, ${returned} returned`,
      ),
      "",
      ...items
        .slice(0, SHOWN)
        .map(
          ({ id, clickedAt, creator, verdict, reason, country, device }) =>
            `${id}  ${formatMoment(clickedAt)}  ${verdict ?? "no longer kept"}${reason ? ` (${reason})` : ""}  ${country ?? "unknown"}  ${device ?? "unknown"}  ${creator}`,
        ),
      ...(items.length > SHOWN ? [`and ${items.length - SHOWN} more: --json shows all`] : []),
    ].join("\n");
  },
});

export const casesNouns: readonly Noun[] = [
  {
    name: "cases",
    summary: "decide about appeals, objections and campaigns under review",
    commands: [listCasesCommand, showCaseCommand, decideCaseCommand],
  },
];
