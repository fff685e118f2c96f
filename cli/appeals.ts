import { appealSchema, appealStates } from "@fairclick/core/clicks/appeals";
import { reversalCategories } from "@fairclick/core/clicks/decisions";
import { objectionStates } from "@fairclick/core/clicks/objections";
import {
  type Objection,
  objectionDetailSchema,
  objectionSchema,
} from "@fairclick/core/clicks/objections-schema";
import { formatMicros, formatMoment, type Paint } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";

export const decideAppealCommand = defineActs({
  usage: "<appeal>",
  summary: "accept or decline an appeal",
  about: "The creator sees the reason. Needs a token with the scope clicks:decide.",
  examples: [
    'appeals decide accept 01900000-0000-7000-8000-000000000001 --reason "You are right."',
  ],
  acts: {
    accept: {
      about: "Pays the click. If the campaign's budget is too small, the appeal stays open.",
      send: ({ api }, id, json) =>
        api.admin.appeals[":id"][":act"].$post({ param: { id, act: "accept" }, json }),
    },
    decline: {
      about: "The click stays invalid and cannot be appealed again.",
      send: ({ api }, id, json) =>
        api.admin.appeals[":id"][":act"].$post({ param: { id, act: "decline" }, json }),
    },
  },
});

const optionsInput = { category: z.enum(reversalCategories).default("other") };
const optionsSchema = z.object(optionsInput);

export const decideObjectionCommand = defineActs({
  usage: "<objection>",
  summary: "uphold or dismiss an objection",
  about: "The developer sees the reason. Needs a token with the scope clicks:decide.",
  examples: [
    'objections decide uphold 01900000-0000-7000-8000-000000000001 --category bot_traffic --reason "One machine made all of them."',
  ],
  options: (command) =>
    command.addOption(
      new Option("--category <category>", "why the clicks are reversed")
        .choices(reversalCategories)
        .default("other"),
    ),
  optionsInput,
  acts: {
    uphold: {
      about:
        "Reverses its clicks that are still paid: the money moves from the creators' earnings to the campaign's budget, or to the developer's wallet if the campaign has ended, and creators who have withdrawn it owe it. The creators see the category and the reason, and may appeal.",
      send: ({ api }, id, json, given) =>
        api.admin.objections[":id"].answer.$post({
          param: { id },
          json: { ...json, ...optionsSchema.parse(given), state: "upheld" },
        }),
    },
    dismiss: {
      about: "The clicks stay paid.",
      send: ({ api }, id, json, given) =>
        api.admin.objections[":id"].answer.$post({
          param: { id },
          json: { ...json, ...optionsSchema.parse(given), state: "dismissed" },
        }),
    },
  },
});

export const listAppealsCommand = defineCommand({
  usage: "list",
  summary: "list creators' appeals against invalid clicks",
  about:
    "Lists appeals with the creators' messages: open ones oldest first, others newest first. `clicks show` explains the verdict of a click. Needs a token with the scope clicks:read.",
  examples: ["appeals list", "appeals list --state declined --json | jq -r .answer"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only appeals in this state")
        .choices(appealStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(appealStates) }),
  output: z.array(appealSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.appeals.$get({ query: { state, ...page } })),
    );
  },
  text: (appeals, paint) => {
    if (appeals.length === 0) return paint.good("None found.");
    return appeals
      .map((appeal) =>
        [
          `${paint.strong(appeal.id)}  ${formatMoment(appeal.appealedAt)}  ${appeal.creator} on ${appeal.campaign}`,
          `  click  ${appeal.clickId}, ${appeal.verdict ?? "no longer kept"}${appeal.reason ? ` (${appeal.reason})` : ""}, ${formatMicros(appeal.micros)}`,
          `  says   ${appeal.text}`,
          ...(appeal.answer === null
            ? []
            : [`  ${appeal.state} by ${appeal.answeredBy}: ${appeal.answer}`]),
        ].join("\n"),
      )
      .join("\n\n");
  },
});

function describeObjection(objection: Objection, paint: Paint): string[] {
  const { id, developer, campaign, clicks, micros, filter, text, state, answer, record } =
    objection;
  const { upheld, dismissed, objectedClicks, validClicks } = record;
  return [
    `${paint.strong(id)}  ${formatMoment(objection.objectedAt)}  ${developer} on ${campaign}`,
    `  clicks  ${clicks} paid with ${formatMicros(micros)}${filter === null ? "" : `, selected by ${describeFilter(filter)}`}`,
    `  says    ${text}`,
    `  record  ${upheld} upheld, ${dismissed} dismissed; objected to ${objectedClicks} clicks of this campaign, which has ${validClicks} valid ones`,
    ...(answer === null
      ? []
      : [
          `  ${state} by ${objection.answeredBy}, ${objection.reversedClicks} clicks reversed: ${answer}`,
        ]),
  ];
}

function describeFilter(filter: NonNullable<Objection["filter"]>): string {
  const conditions = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  return conditions.length === 0 ? "no condition" : conditions.join(", ");
}

export const listObjectionsCommand = defineCommand({
  usage: "list",
  summary: "list developers' objections to paid clicks",
  about:
    "Lists objections with the developers' messages and records: open ones oldest first, others newest first. Needs a token with the scope clicks:read.",
  examples: ["objections list", "objections list --state upheld --json | jq -r .answer"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only objections in this state")
        .choices(objectionStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(objectionStates) }),
  output: z.array(objectionSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.objections.$get({ query: { state, ...page } })),
    );
  },
  text: (objections, paint) => {
    if (objections.length === 0) return paint.good("None found.");
    return objections.map((each) => describeObjection(each, paint).join("\n")).join("\n\n");
  },
});

/** Max clicks in the text; `--json` has all of them. */
const SHOWN = 20;

export const showObjectionCommand = defineCommand({
  usage: "show <objection>",
  summary: "show an objection with its clicks",
  about:
    "Shows an objection, its clicks per creator with the players that the game reported, and the newest clicks. `clicks show` explains one of them. Needs a token with the scope clicks:read.",
  examples: ["objections show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, objection: z.string() }),
  output: objectionDetailSchema,
  run: async (host, { objection: id, ...target }) => {
    const api = openApi(host, target);
    return (await api.call((client) => client.api.admin.objections[":id"].$get({ param: { id } })))
      .data;
  },
  text: (objection, paint) => {
    const { creators, items } = objection;
    return [
      ...describeObjection(objection, paint),
      "",
      ...creators.map(
        ({ creator, clicks, valid, joined, returned }) =>
          `${creator}: ${clicks} clicks, ${valid} still valid, ${joined} joined the game, ${returned} returned`,
      ),
      "",
      ...items
        .slice(0, SHOWN)
        .map(
          ({ id, clickedAt, creator, verdict, country, device }) =>
            `${id}  ${formatMoment(clickedAt)}  ${verdict ?? "no longer kept"}  ${country ?? "unknown"}  ${device ?? "unknown"}  ${creator}`,
        ),
      ...(items.length > SHOWN ? [`and ${items.length - SHOWN} more: --json shows all`] : []),
    ].join("\n");
  },
});
