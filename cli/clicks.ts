import type { Client } from "@fairclick/api/client";
import {
  type ClickAction,
  type ClickDecisionInput,
  type ClickSelection,
  clickActions,
  clickDecisionSchema,
  type ReversalCategory,
  reversalCategories,
} from "@fairclick/core/clicks/decisions";
import {
  type ClickFilterInput,
  clickDetailSchema,
  listedClickSchema,
  verdictFilters,
} from "@fairclick/core/clicks/flagged-clicks";
import { suspects } from "@fairclick/core/clicks/operated";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { MAX_TOP_VALUES, topClicksResponseSchema, topKinds } from "@fairclick/core/clicks/stats";
import { AppError } from "@fairclick/core/errors";
import { type Command, Option } from "commander";
import { z } from "zod";
import { confirmChange, SEEN_ABOUT } from "./frame/change";
import { defineCommand, listInput, type Noun } from "./frame/command";
import { LONG_WORK_MS, openApi, readData, readPages } from "./frame/connection";
import {
  describeClick,
  describeCounted,
  describeDecision,
  reportDecision,
  toDollars,
  toMoment,
} from "./frame/describe";
import { apiOptions, targetInput } from "./frame/failures";
import { momentOption, toTable, whileWorking } from "./frame/output";
import { resourceNoun } from "./frame/resource";
import { applyPolicyCommand, listPoliciesCommand, replayPolicy, showPolicy } from "./policy";

export const filterInput = z.object({
  ...targetInput,
  verdict: z.enum(verdictFilters).optional(),
  signal: z.enum(signalOrder).optional(),
  campaign: z.string().optional(),
  creator: z.string().optional(),
  address: z.string().optional(),
  from: momentOption.optional(),
  to: momentOption.optional(),
  appealed: z.boolean().optional(),
});

export function filterOptions(command: Command): Command {
  return countedOptions(apiOptions(command))
    .addOption(new Option("--signal <signal>", "only clicks with this signal").choices(signalOrder))
    .option("--appealed", "only clicks with an open appeal");
}

function countedOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--verdict <verdict>", "only this verdict; flagged means held or invalid").choices(
        verdictFilters,
      ),
    )
    .option("--campaign <id>", "only clicks of this campaign")
    .option("--creator <creator>", "only clicks of this creator, by id or name")
    .option(
      "--address <range>",
      "only clicks from this IP address or range, such as 203.0.113.0/24",
    )
    .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before this time");
}

export function toQuery(input: z.infer<typeof filterInput>): ClickFilterInput {
  const { api, profile, appealed, ...filter } = input;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(appealed ? { appealed: "true" } : {}) };
}

const listClicks = defineCommand({
  usage: "list",
  summary: "list flagged clicks",
  about:
    "Lists held and invalid clicks, newest first, each with the signal that decided its verdict. Other verdicts (--verdict valid, unpaid or any) need one link (--campaign and --creator) or one IP address. Needs a token with the scope clicks:read.",
  examples: [
    "clicks list",
    "clicks list --verdict held --signal vpn --campaign 01900000-0000-7000-8000-000000000001",
    "clicks list --address 203.0.113.0/24 --from 2026-01-31T00:00:00Z --json | jq -r .id",
    "clicks list --verdict any --campaign 01900000-0000-7000-8000-000000000001 --creator chris --limit 100000 -o csv > link.csv",
  ],
  options: (command) =>
    filterOptions(command).option("--limit <count>", "maximum number of rows", "50"),
  input: filterInput.extend({ limit: listInput.limit }),
  output: z.array(listedClickSchema),
  run: (host, { limit, ...input }) => {
    const api = openApi(host, input);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.clicks.$get({ query: { ...toQuery(input), ...page } })),
    );
  },
  text: (clicks, paint) => {
    if (clicks.length === 0) return paint.good("None found.");
    const headings = [
      "click",
      "clicked",
      "verdict",
      "reason",
      "address",
      "price",
      "creator",
      "campaign",
    ];
    const rows = clicks.map((click) => [
      click.id,
      toMoment(click.clickedAt),
      click.verdict + (click.appeal === "open" ? " !" : ""),
      click.reason ?? "",
      click.address ?? "",
      toDollars(click.priceMicros),
      click.creatorName,
      click.campaignName,
    ]);
    const appeals = clicks.some(({ appeal }) => appeal === "open");
    return [
      ...toTable(headings, rows),
      ...(appeals ? ["", paint.warn("! has an open appeal.")] : []),
    ].join("\n");
  },
});

const LABEL_WIDTH = 14;

const showClick = defineCommand({
  usage: "show <click>",
  summary: "show one click and explain its verdict",
  about:
    "Shows everything about a click: its signals with their evidence, its price, its creator's history, other clicks from the same IP address or device around that time, and the decisions about it. Needs a token with the scope clicks:read.",
  examples: [
    "clicks show 01900000-0000-7000-8000-000000000001",
    "clicks show 01900000-0000-7000-8000-000000000001 --json | jq '.evidence[]'",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, click: z.string() }),
  output: clickDetailSchema,
  run: (host, { click: id, ...target }) =>
    readData(host, target, (client) => client.api.admin.clicks[":id"].$get({ param: { id } })),
  text: (click, paint) =>
    describeClick(click)
      .map(({ label, text, tone }) => {
        const line = tone ? paint[tone](text) : text;
        return label === undefined ? line : `  ${`${label} `.padEnd(LABEL_WIDTH)}${line}`;
      })
      .join("\n"),
});

const output = topClicksResponseSchema.omit({ status: true });

const topClicksCommand = defineCommand({
  usage: "top",
  summary: "count clicks by address, network, device or another value",
  about:
    "Counts clicks of all verdicts by one value and shows the largest groups with their money, links and devices. Covers the last 7 days unless --from says otherwise. Clicks of a campaign, a creator or an IP address, and flagged clicks, are counted from the newest, up to 100,000; other clicks from a sample of all stored ones if there are too many. The last line says which. Needs a token with the scope clicks:read.",
  examples: [
    "clicks top --by /48 --verdict valid",
    "clicks top --by agent --campaign 01900000-0000-7000-8000-000000000001",
    "clicks top --by creator --with asn --value 64496",
    "clicks top --by address --json | jq -r '.data[] | select(.creators > 1) | .value'",
  ],
  options: (command) =>
    countedOptions(apiOptions(command))
      .addOption(
        new Option("--by <value>", "what to count by: /24 of IPv4, /48 and /56 of IPv6 addresses")
          .choices(topKinds)
          .makeOptionMandatory(),
      )
      .addOption(
        new Option(
          "--with <kind>",
          "only clicks with the value of this kind that --value names",
        ).choices(topKinds),
      )
      .option("--value <value>", "the value of --with, such as the number of an AS")
      .option("--limit <count>", `maximum number of rows, up to ${MAX_TOP_VALUES}`, "30"),
  input: filterInput.omit({ signal: true, appealed: true }).extend({
    by: z.enum(topKinds),
    with: z.enum(topKinds).optional(),
    value: z.string().optional(),
    limit: z.string(),
  }),
  output,
  run: async (host, { api, profile, ...query }) => {
    const { data, counted } = await openApi(host, { api, profile }).call((client) =>
      client.api.admin.clicks.top.$get({ query }),
    );
    return { data, counted };
  },
  csv: ({ data }) => data,
  text: ({ data, counted }, paint) => {
    const said = paint.faint(describeCounted(counted, data));
    if (data.length === 0) return `${paint.good("None found.")}\n${said}`;
    // The last column is not cut: user agents differ in their ends.
    const isLong = data.some(({ value }) => value.length > 60);
    const place = (value: string, others: string[]) =>
      isLong ? [...others, value] : [value, ...others];
    const rows = data.map((row) =>
      place(row.value, [
        row.clicks.toLocaleString("en-US"),
        `${row.percent}%`,
        String(row.valid),
        String(row.held),
        String(row.invalid),
        toDollars(row.paidMicros),
        toDollars(row.heldMicros),
        String(row.links),
        String(row.creators),
        String(row.devices),
        toMoment(row.lastClickedAt),
      ]),
    );
    const figures = ["clicks", "share", "valid", "held", "invalid", "paid", "reserved"];
    const headings = place("value", [...figures, "links", "creators", "devices", "last click"]);
    return [...toTable(headings, rows), "", said].join("\n");
  },
});

const groupInput = z.object({
  campaign: z.string().optional(),
  creator: z.array(z.string()).optional(),
  address: z.string().optional(),
  signal: z.enum(signalOrder).optional(),
  from: momentOption.optional(),
  to: momentOption.optional(),
  asn: z.string().optional(),
  country: z.string().optional(),
  device: z.string().optional(),
  agent: z.string().optional(),
  referrer: z.string().optional(),
  withoutCookie: z.literal(true).optional(),
  act: z.string().optional(),
});

const decisionInput = groupInput.extend({
  ...targetInput,
  decision: z.enum(clickActions),
  clicks: z.array(z.string()),
  reason: z.string(),
  category: z.enum(reversalCategories).optional(),
  dryRun: z.boolean().default(false),
  seen: z.string().optional(),
  yes: z.boolean().default(false),
});

const decisions = {
  approve:
    "Pays held clicks from the budget that is reserved for them. Clicks that an operator rejected or reversed can also be approved, by id or with --act, as far as the budget allows.",
  reject:
    "Held clicks become invalid, and the budget that is reserved for them becomes available again.",
  reverse:
    "Reverses the payment of clicks: the money moves from the creators' earnings to the campaigns' budgets, or to the developers' wallets if the campaigns have ended. If creators have already withdrawn it, they owe it, and their next earnings repay it. Needs --category; a group needs at least --campaign, --creator, --address, --device or --act. Creators see the category, not the reason. What one operator can take back within 24 hours is limited (REVERSAL_LIMIT_DOLLARS). `approve --act` undoes it.",
  hold: "Undoes a rejection or a reversal of clicks that were held: they wait for a decision again, and the campaign's budget reserves their price as far as it allows. A group needs --act. Nobody is notified.",
} as const satisfies Record<ClickAction, string>;

const decideClicks = defineCommand({
  usage: "decide <decision> [clicks...]",
  summary: "approve, reject, reverse or hold clicks",
  about: [
    ...clickActions.map((action) => `${action}: ${decisions[action]}`),
    "Select clicks by their ids, or as a group with options: clicks that match all of them. Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change. Clicks that are already decided stay unchanged. Needs a token with the scope clicks:decide.",
  ].join("\n\n"),
  examples: [
    'clicks decide approve 01900000-0000-7000-8000-000000000001 --reason "a school"',
    'clicks decide reject --signal vpn --campaign "Tower of Tides" --reason "one farm" --dry-run',
    'clicks decide reverse --address 203.0.113.0/24 --from 2h --category bot_traffic --reason "a farm"',
    'clicks decide reverse --creator chris --asn 64496 --without-cookie --category bot_traffic --reason "a farm"',
  ],
  options: (command) => {
    command.registeredArguments[0]?.choices(clickActions);
    return decisionOptions(command);
  },
  input: decisionInput,
  output: clickDecisionSchema,
  run: async (host, { decision, category, reason, dryRun, seen, yes, ...given }) => {
    if (decision === "reverse" && category === undefined) {
      throw new AppError("validation", "Give --category: the creators see it.");
    }
    const clicks = toSelection(given);
    const api = openApi(host, given);
    const ask = async (isDry: boolean, mark?: string) => {
      const json = { clicks, reason, dryRun: isDry, seen: mark };
      const answer = api.call((client) => send(client, { ...json, decision, category }), {
        limitMs: LONG_WORK_MS,
      });
      return (await whileWorking(host, "Reading the clicks", answer)).data;
    };
    if (yes && !dryRun) return ask(false, seen);
    const foreseen = await ask(true);
    if (dryRun || foreseen.clicks === 0) return foreseen;
    await confirmChange(host, foreseen, describeDecision);
    return ask(false, seen ?? foreseen.seen);
  },
  text: reportDecision,
});

type Decision = ClickDecisionInput & {
  decision: ClickAction;
  category: ReversalCategory | undefined;
};

function send({ api }: Client, { decision, category = "other", ...json }: Decision) {
  const { clicks } = api.admin;
  if (decision === "reverse") return clicks.reverse.$post({ json: { ...json, category } });
  return clicks[":act"].$post({ param: { act: decision }, json });
}

function decisionOptions(command: Command): Command {
  return apiOptions(command)
    .option("--campaign <id>", "clicks of this campaign")
    .option("--creator <ids...>", "clicks of these creators, by id, name or e-mail address")
    .option("--address <range>", "clicks from this IP address or range, such as 203.0.113.0/24")
    .addOption(new Option("--signal <signal>", "clicks with this signal").choices(signalOrder))
    .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before this time")
    .option("--asn <number>", "clicks from this AS")
    .option("--country <code>", "clicks from this country, such as DE")
    .option("--device <key>", "clicks of this device, as `clicks top --by device` shows it")
    .option("--agent <text>", "clicks with exactly this user agent")
    .option("--referrer <host>", "clicks from this referrer")
    .option("--without-cookie", "clicks of devices that brought no cookie")
    .option("--act <id>", "clicks that this earlier decision changed")
    .addOption(
      new Option(
        "--category <category>",
        "of a reversal: the reason that the creators see",
      ).choices(reversalCategories),
    )
    .requiredOption("--reason <text>", "reason for the audit log")
    .option("--dry-run", "show the change without applying it")
    .option("--seen <mark>", SEEN_ABOUT)
    .option("--yes", "skip the confirmation");
}

function toSelection({
  clicks,
  ...rest
}: z.infer<typeof groupInput> & { clicks: string[] }): ClickSelection {
  const {
    campaign: campaignId,
    creator: creatorIds,
    act: actId,
    ...others
  } = groupInput.parse(rest);
  const common = Object.entries({ campaignId, creatorIds, actId, ...others });
  const group = Object.fromEntries(common.filter(([, value]) => value !== undefined));
  const isGroup = Object.keys(group).length > 0;
  if (isGroup === clicks.length > 0) {
    throw new AppError(
      "validation",
      isGroup
        ? "Select clicks either by their ids or with options, not both."
        : "Select clicks: give their ids, or a group with options such as --campaign and --address.",
    );
  }
  return isGroup ? { group } : { ids: clicks };
}

export const clicksNouns: readonly Noun[] = [
  {
    name: "clicks",
    summary: "list clicks, explain and decide their verdicts",
    commands: [listClicks, topClicksCommand, showClick, decideClicks],
  },
  resourceNoun(suspects),
  {
    name: "policy",
    summary: "show, compare and change the rules that judge clicks",
    commands: [showPolicy, listPoliciesCommand, applyPolicyCommand, replayPolicy],
  },
];
