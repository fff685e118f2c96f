import { type Case, describeSharedSides } from "@fairclick/core/campaigns/cases";
import { plainResources } from "@fairclick/core/campaigns/operated";
import { reportReasonLabel } from "@fairclick/core/campaigns/reports";
import { describeReviewReasons } from "@fairclick/core/campaigns/reviews";
import { reversalCategories } from "@fairclick/core/clicks/decisions";
import type { ListedFinding } from "@fairclick/core/clicks/findings";
import { type AdminLinkDetails, links } from "@fairclick/core/clicks/operated";
import {
  caseNames,
  type Decided,
  type DecidedDetail,
  type DecidingAct,
  decidedDetailSchema,
  decidedKinds,
  decidedSchema,
  decidedStates,
} from "@fairclick/core/operations/cases";
import { formatMicros, formatMoment, type Paint } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readData, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import { toTable } from "./frame/output";
import { decideCommand, listCommand, resourceNoun, showCommand } from "./frame/resource";

const decisionOptions = {
  category: z.enum(reversalCategories).default("other"),
  host: z.boolean().default(false),
};
const decisionOptionsSchema = z.object(decisionOptions);

type Send = Parameters<typeof defineActs>[0]["acts"][string]["send"];

function send(act: DecidingAct): Send {
  return ({ api }, id, json, given) => {
    const { category, host: wholeHost } = decisionOptionsSchema.parse(given);
    const decision = { ...json, category, wholeHost };
    return api.admin.cases[":id"][":act"].$post({ param: { id, act }, json: decision });
  };
}

const decideCaseCommand = defineActs({
  usage: "<case>",
  summary: "accept or decline an appeal, an objection, a review, a finding or a report",
  about:
    "The user sees the reason, except that of a finding. Needs a token with the scope cases:decide.",
  examples: [
    'cases decide accept 01900000-0000-7000-8000-000000000001 --reason "You are right."',
    'cases decide accept 01900000-0000-7000-8000-000000000001 --category bot_traffic --reason "One machine made all of them."',
  ],
  options: (command) =>
    command
      .addOption(
        new Option("--category <category>", "why the clicks of an objection are reversed")
          .choices(reversalCategories)
          .default("other"),
      )
      .option(
        "--host",
        "accept a review or report for the whole website (a report with its subdomains), not only this address",
      ),
  optionsInput: decisionOptions,
  acts: {
    accept: {
      about:
        "An appeal: pays the refused and held clicks of its link, day and reason, the oldest first, as far as the campaign's budget covers them and at most 10,000; if it covers none, the appeal stays open. An objection: reverses its clicks that are still paid; the money moves from the creators' earnings to the campaign's budget, or to the developer's wallet if the campaign has ended, and creators who have withdrawn it owe it: the developer gets that part when they pay it; they see the category and the reason, and may appeal. A review: makes a campaign live, or sends its visitors to its new address; other campaigns for this address, or one below it, do not wait for that again (with --host, for any address of the website), and a pause of another kind stays. A finding: within minutes the newest paid clicks of its period that brought no player are reversed, as many as nothing explains, except those that were decided one by one; the sum counts towards what one operator can take back within 24 hours (REVERSAL_LIMIT_DOLLARS); the link stays live. A report: visitors of all links to the address see a warning and are not sent there, also for ended campaigns; its campaigns are stopped, and no other campaign can lead there; their developers are notified of the reason, and can end them, which returns the budget.",
      send: send("accept"),
    },
    decline: {
      about:
        "An appeal: the clicks are not paid, held ones become invalid, and they cannot be appealed again. An objection: the clicks stay paid. A review: ends a campaign, and its budget returns to the developer's wallet; a running campaign whose new address is declined keeps its former one. A finding: what waits can be withdrawn; the same clicks are not judged again. A report: lifts the warning if it was accepted; for a day, further reports are only stored, and later ones open the address again.",
      send: send("decline"),
    },
    reopen: {
      about:
        "Opens a report again that was accepted or declined. Its warning is lifted, and its campaigns continue unless something else stops them.",
      send: send("reopen"),
    },
  },
});

function describe(each: Decided, paint: Paint): string {
  if (each.kind === "reports") return describeAddress(each, paint).join("\n");
  const lines =
    each.kind === "findings"
      ? [describeFinding(each, paint.strong(each.id))]
      : describeCase(each, paint);
  const sides = describeSharedSides(each.sharedSides);
  return [
    ...lines,
    ...(sides ? [paint.warn(`  one side  the developer shares with ${sides}`)] : []),
  ].join("\n");
}

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

type Report = Extract<Decided, { kind: "reports" }>;

function describeAddress(address: Report, paint: Paint): string[] {
  const { id, openedAt, reports, reporters, networks, lastReportedAt, answer } = address;
  const last = lastReportedAt === null ? "" : `, last ${formatMoment(lastReportedAt)}`;
  return [
    `${paint.strong(id)}  since ${formatMoment(openedAt)}  ${address.address}`,
    `  reports  ${reports} from ${countNoun(reporters, "reporter")} in ${countNoun(networks, "network")}${last}`,
    `  reasons  ${describeReasons(address)}`,
    ...(answer === null
      ? []
      : [
          `  ${address.state}${address.wholeHost ? ` for all of ${address.host}` : ""} by ${address.decidedBy}: ${answer}`,
        ]),
  ];
}

function describeReasons({ reasons }: Report): string {
  if (reasons.length === 0) return "no report is stored any more";
  return reasons
    .map(({ reason, reports }) => `${reportReasonLabel(reason).toLowerCase()} ${reports}`)
    .join(", ");
}

function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const listCasesCommand = defineCommand({
  usage: "list [kind]",
  summary: "list appeals, objections, reviews, findings or reports",
  about:
    "Lists creators' appeals about the refused and held clicks of a day that is over, developers' objections to paid ones, campaigns or new addresses that wait for review before they are live, findings about creators whose clicks bring far fewer players than others', or addresses that visitors reported: open ones oldest first, others newest first. Without a kind, lists up to --limit of each. While a finding is open, what the unexplained clicks were paid waits, and players who come later free it; one that is not certain lapses after six days without a decision, unless the campaign pays for players. Many reports from one network can be one person: compare them with the reporters and networks. Needs a token with the scope cases:read.",
  examples: [
    "cases list",
    "cases list appeals",
    "cases list reports --state accepted --json | jq -r .address",
  ],
  options: (command) => {
    command.registeredArguments[0]?.choices(decidedKinds);
    return listOptions(command).addOption(
      new Option("--state <state>", "only cases in this state")
        .choices(decidedStates)
        .default("open"),
    );
  },
  input: z.object({
    ...listInput,
    kind: z.enum(decidedKinds).optional(),
    state: z.enum(decidedStates),
  }),
  output: z.array(decidedSchema),
  run: async (host, { kind: only, state, limit, ...target }) => {
    const api = openApi(host, target);
    const lists = (only ? [only] : decidedKinds).map((kind) =>
      readPages(host, limit, (page) =>
        api.call((client) => client.api.admin.cases.$get({ query: { kind, state, ...page } })),
      ),
    );
    return (await Promise.all(lists)).flat();
  },
  text: (cases, paint) => {
    if (cases.length === 0) return paint.good("None found.");
    return cases.map((each) => describe(each, paint)).join("\n\n");
  },
});

/** Max clicks in the text; `--json` has all of them. */
const SHOWN = 20;

const showCaseCommand = defineCommand({
  usage: "show <case>",
  summary: "show a case with its clicks, or what people wrote",
  about:
    "Shows a case, its clicks per creator with the players that the game reported, and the newest clicks; `clicks show` explains one of them. Of a report it shows the newest 100 texts: who reports is not stored, only whether the person was signed in. Open the address in a browser that is signed in nowhere. Needs a token with the scope cases:read.",
  examples: ["cases show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, case: z.string() }),
  output: decidedDetailSchema,
  run: (host, { case: id, ...target }) =>
    readData(host, target, (client) => client.api.admin.cases[":id"].$get({ param: { id } })),
  text: (shown, paint) => [describe(shown, paint), "", ...describeItems(shown)].join("\n"),
});

function describeItems(shown: DecidedDetail): string[] {
  if (shown.kind === "findings") return [];
  if (shown.kind === "reports") {
    return shown.items.map(({ reportedAt, reason, signedIn, campaign, code, text }) => {
      const where = code === null ? campaign : `${campaign}, link ${code}`;
      const who = signedIn ? "a user" : "a visitor";
      const said = text === "" ? "" : `: ${text}`;
      return `${formatMoment(reportedAt)}  ${where}  ${who}  ${reportReasonLabel(reason)}${said}`;
    });
  }
  const { creators, items, since } = shown;
  return [
    ...(since ? [`Clicks before ${since.slice(0, 10)} cannot be read at the moment.`] : []),
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
  ];
}

type DescribedFinding = Omit<ListedFinding, "state"> & { state: string };

function describeFinding(finding: DescribedFinding, id: string): string {
  const { code, creator, campaign, state, explanation } = finding;
  return [
    `${id}  ${formatMoment(finding.foundAt)}  ${creator} on ${campaign}, link ${code}`,
    `  ${finding.players} players by ${finding.clicks} paid clicks from ${formatMoment(finding.fromAt)} to ${formatMoment(finding.toAt)}; usual are ${finding.usualPlayers} (others: ${finding.otherPlayers} by ${finding.otherClicks}; probability ${finding.probability.toPrecision(2)})`,
    `  waits  ${formatMicros(finding.waitingMicros)} of ${formatMicros(finding.paidMicros)}, for ${finding.unexplained} clicks; ${state}${finding.lapses ? "" : ", does not lapse"}`,
    ...(explanation === null ? [] : [`  says   ${explanation}`]),
  ].join("\n");
}

const showLinkCommand = showCommand(links, (link: AdminLinkDetails, paint) => {
  const findings = link.findings.map((finding) =>
    describeFinding(finding, paint.strong(finding.id)),
  );
  return [
    "",
    describeNames(link) ?? paint.faint("No names."),
    "",
    ...(findings.length > 0 ? [findings.join("\n\n")] : [paint.good("No findings.")]),
  ];
});

function describeNames({ names }: AdminLinkDetails): string | null {
  if (names.length === 0) return null;
  const rows = names.map(({ name, removed, valid, invalid, held, unpaid, paidMicros }) => [
    removed ? `${name} (removed)` : name,
    ...[valid, invalid, held, unpaid].map(String),
    formatMicros(paidMicros),
  ]);
  return toTable(["name", "valid", "invalid", "held", "unpaid", "paid"], rows).join("\n");
}

export const campaignsNouns: readonly Noun[] = [
  {
    name: "cases",
    summary: "decide about appeals, objections, reviews, findings and reports",
    commands: [listCasesCommand, showCaseCommand, decideCaseCommand],
  },
  {
    name: "links",
    summary: "list, show, disable and enable creators' links",
    commands: [listCommand(links), showLinkCommand, decideCommand(links)],
  },
  ...plainResources.map(resourceNoun),
];
