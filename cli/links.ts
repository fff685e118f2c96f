import { type ListedFinding, linkFindingSchema } from "@fairclick/core/clicks/findings";
import { findingStates } from "@fairclick/core/clicks/link-findings";
import {
  type AdminLinkDetails,
  adminLinkDetailsSchema,
  adminLinkSchema,
} from "@fairclick/core/clicks/operated-links";
import {
  MAX_SUSPECTS,
  type Suspect,
  type SuspectFigure,
  suspectOrders,
  suspectsResponseSchema,
} from "@fairclick/core/clicks/suspects";
import { AppError } from "@fairclick/core/errors";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { figureHeadings } from "./frame/figures";
import { formatFacts, formatMicros, formatMoment, toTable } from "./frame/output";

const named = "A link is given by its code, the last part of its short URL.";
const oneOrAll = {
  link: z.string().optional(),
  user: z.string().optional(),
};
const subjectSchema = z.object(oneOrAll);

export const decideLinkCommand = defineActs({
  usage: "[link]",
  summary: "disable or enable a link, or all links of a creator",
  about: `${named} Needs a token with the scope links:write.`,
  examples: [
    'links decide disable k3Xw9Rab --reason "a click farm"',
    'links decide disable --user chris --reason "a click farm" --dry-run',
  ],
  options: (command) =>
    command.option("--user <name>", "all links of this creator: an id, e-mail address or name"),
  optionsInput: oneOrAll,
  acts: {
    disable: {
      about:
        "Within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable the link again. With --user, disables all live links of a creator, at most 200 at once: liveLinks says how many are left. The creator can still join campaigns; `users decide suspend` ends that.",
      send: ({ api }, _, json, given) => {
        const subject = readSubject(given);
        return "user" in subject
          ? api.admin.users[":user"].links[":act"].$post({
              param: { ...subject, act: "disable" },
              json,
            })
          : api.admin.links[":code"][":act"].$post({ param: { ...subject, act: "disable" }, json });
      },
    },
    enable: {
      about:
        "Enables a link that an operator disabled. A link that its developer disabled stays disabled. With --user, enables the links of a creator that were disabled at once, at most 200; links that were disabled one by one stay disabled.",
      send: ({ api }, _, json, given) => {
        const subject = readSubject(given);
        return "user" in subject
          ? api.admin.users[":user"].links[":act"].$post({
              param: { ...subject, act: "enable" },
              json,
            })
          : api.admin.links[":code"][":act"].$post({ param: { ...subject, act: "enable" }, json });
      },
    },
  },
});

/** Throws `validation` unless exactly one of link and user is given. */
function readSubject(given: Record<string, unknown>): { code: string } | { user: string } {
  const { link, user } = subjectSchema.parse(given);
  if (link !== undefined && user === undefined) return { code: link };
  if (user !== undefined && link === undefined) return { user };
  throw new AppError("validation", "Give a link, or --user for all links of a creator.");
}

export const listFindingsCommand = defineCommand({
  usage: "list",
  summary: "list links whose traffic looks like a farm's",
  about:
    "Lists findings about whole links with their figures and the creator's appeal, newest first. While a finding is open, the link's clicks are held and its earnings wait; after six days without a decision they are paid. Needs a token with the scope clicks:read.",
  examples: ["findings list", "findings list --state confirmed --json | jq -r .creator"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only findings in this state")
        .choices(findingStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(findingStates) }),
  output: z.array(linkFindingSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin["link-findings"].$get({ query: { state, ...page } })),
    );
  },
  text: (findings, paint) => {
    if (findings.length === 0) return paint.good("None found.");
    return findings
      .map((finding) => describeFinding(finding, paint.strong(finding.id)))
      .join("\n\n");
  },
});

function describeFinding(finding: ListedFinding, id: string): string {
  const { code, creator, campaign, state, signals, explanation } = finding;
  return [
    `${id}  ${formatMoment(finding.foundAt)}  ${creator} on ${campaign}, link ${code}`,
    ...signals.map(({ signal, evidence }) => `  ${signal}  ${formatFigures(evidence)}`),
    `  earned ${formatMicros(finding.paidMicros)} since ${formatMoment(finding.fromAt)}, ${state}`,
    ...(explanation === null ? [] : [`  says   ${explanation}`]),
  ].join("\n");
}

function formatFigures(evidence: ListedFinding["signals"][number]["evidence"]): string {
  return Object.entries(evidence)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

export const decideFindingCommand = defineActs({
  usage: "<finding>",
  summary: "clear a link of a finding, or confirm it",
  about: "Needs a token with the scope clicks:decide.",
  examples: [
    'findings decide clear 01900000-0000-7000-8000-000000000001 --reason "a video shown in many countries"',
  ],
  acts: {
    clear: {
      about:
        "Closes a finding in the creator's favour: within minutes the link's held clicks are paid, and its earnings can be withdrawn. The same clicks are not judged again.",
      send: ({ api }, id, json) =>
        api.admin["link-findings"][":id"][":act"].$post({ param: { id, act: "clear" }, json }),
    },
    confirm: {
      about:
        "Within minutes the link's held clicks are rejected and its paid clicks since the first judged one are reversed, except those that were decided one by one. The sum counts towards what one operator can take back within 24 hours (REVERSAL_LIMIT_DOLLARS). The link stays live; `links decide disable` stops it.",
      send: ({ api }, id, json) =>
        api.admin["link-findings"][":id"][":act"].$post({ param: { id, act: "confirm" }, json }),
    },
  },
});

export const listLinksCommand = defineCommand({
  usage: "list",
  summary: "list links with their clicks and payments",
  about:
    "Lists the links of all creators, newest first. A creator is given by id, e-mail address or name. Needs a token with the scope links:read.",
  examples: ["links list --creator ann@example.com", "links list --disabled --json | jq -r .code"],
  options: (command) =>
    listOptions(command)
      .option("--campaign <id>", "only links of this campaign")
      .option("--creator <user>", "only links of this creator")
      .option("--disabled", "only disabled links"),
  input: z.object({
    ...listInput,
    campaign: z.string().optional(),
    creator: z.string().optional(),
    disabled: z.boolean().default(false),
  }),
  output: z.array(adminLinkSchema),
  run: (host, { campaign, creator, disabled, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = {
      ...(campaign ? { campaign } : {}),
      ...(creator ? { creator } : {}),
      disabled: String(disabled),
    };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.links.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (links, paint) => {
    if (links.length === 0) return paint.faint("None found.");
    const rows = links.map(({ clicks, ...link }) => [
      link.code,
      formatMoment(link.joinedAt),
      link.creatorVerified ? `${link.creator} (verified)` : link.creator,
      String(clicks.total),
      String(clicks.valid),
      formatMicros(link.paidMicros),
      link.disabledBy ? `disabled by ${link.disabledBy}` : "live",
      link.campaign,
    ]);
    const headings = ["link", "joined", "creator", "clicks", "valid", "paid", "state", "campaign"];
    return toTable(headings, rows).join("\n");
  },
});

export const showLinkCommand = defineCommand({
  usage: "show <link>",
  summary: "show one link",
  about:
    "Shows one link, given by its code, the last part of its short URL: campaign, creator, state, clicks by verdict, money, the last 24 hours, its names with their figures, and the newest findings about it. Needs a token with the scope clicks:read.",
  examples: ["links show k3Xw9Rab", "links show k3Xw9Rab --json | jq '.names[].name'"],
  options: apiOptions,
  input: z.object({ ...targetInput, link: z.string() }),
  output: adminLinkDetailsSchema,
  run: async (host, { link: code, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.links[":code"].$get({ param: { code } }),
    );
    return data;
  },
  text: (link, paint) => {
    const { clicks, lastDay } = link;
    const facts = formatFacts([
      ["link", paint.strong(link.code)],
      ["campaign", `${link.campaign} (${link.campaignId})`],
      ["creator", `${link.creator} (${link.creatorId})${link.creatorVerified ? ", verified" : ""}`],
      ["joined", formatMoment(link.joinedAt)],
      [
        "state",
        link.disabledBy
          ? `disabled by ${link.disabledBy}, ${formatMoment(link.disabledAt)}`
          : "live",
      ],
      [
        "clicks",
        `${clicks.total}: ${clicks.valid} valid, ${clicks.invalid} invalid, ${clicks.held} held, ${clicks.unpaid} unpaid, ${clicks.pending} pending`,
      ],
      ["paid", formatMicros(link.paidMicros)],
      ["held", `${formatMicros(link.heldMicros)} of held clicks`],
      ["pending", `${formatMicros(link.pendingMicros)} of pending clicks`],
      ["last day", `${lastDay.clicks} clicks judged, ${formatMicros(lastDay.paidMicros)} paid`],
    ]);
    const findings = link.findings.map((finding) =>
      describeFinding(finding, paint.strong(finding.id)),
    );
    return [
      facts,
      "",
      describeNames(link) ?? paint.faint("No names."),
      "",
      ...(findings.length > 0 ? [findings.join("\n\n")] : [paint.good("No findings.")]),
    ].join("\n");
  },
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

const figures = Object.entries(figureHeadings) as [SuspectFigure, string][];

export const listSuspectsCommand = defineCommand({
  usage: "suspects",
  summary: "rank links by what is odd in their paid clicks",
  about:
    "Ranks links by what is odd in their paid clicks, times the money that they were paid: risk. The figures are percentages of each link's newest paid clicks: in its largest /24 and /48, AS, device class and user agent; from addresses that had not clicked before; by devices that had; players compared with the campaign's other links; in the busiest hour; from homes, where somebody else was signed in; and payer, which is 100 if the campaign's developer has the creator's bank account or card. Addresses of carriers and campuses are in no /24 or /48. Needs a token with the scope clicks:read.",
  examples: [
    "links suspects",
    "links suspects --sort net48 --days 3 --limit 10",
    "links suspects --campaign 01900000-0000-7000-8000-000000000001 --json | jq '.data[].why'",
  ],
  options: (command) =>
    apiOptions(command)
      .addOption(
        new Option("--sort <figure>", "what comes first; joins sorts the smallest first")
          .choices(suspectOrders)
          .default("risk"),
      )
      .option("--campaign <id>", "only links of this campaign")
      .option("--creator <user>", "only links of this creator")
      .option("--days <count>", "days before today to count, up to 30", "7")
      .option("--limit <count>", `maximum number of rows, up to ${MAX_SUSPECTS}`, "30"),
  input: z.object({
    ...targetInput,
    sort: z.enum(suspectOrders),
    campaign: z.string().optional(),
    creator: z.string().optional(),
    days: z.string(),
    limit: z.string(),
  }),
  output: suspectsResponseSchema.omit({ status: true }),
  run: async (host, { api, profile, ...query }) =>
    openApi(host, { api, profile }).call((client) =>
      client.api.admin.links.suspects.$get({ query }),
    ),
  text: ({ data, from, links, compared }, paint) => {
    const said = paint.faint(
      `${compared.toLocaleString("en-US")} of ${links.toLocaleString("en-US")} links with at least 20 paid clicks since ${from.slice(0, 10)} were compared, those with the most money.`,
    );
    if (data.length === 0) return `${paint.good("None found.")}\n${said}`;
    const columns = ["link", "creator", "paid", "risk", "odd", "clicks"];
    const table = toTable([...columns, ...figures.map(([, name]) => name), "why"], data.map(toRow));
    return [...table, "", said].join("\n");
  },
});

function toRow(link: Suspect): string[] {
  return [
    link.disabledBy ? `${link.code} (disabled)` : link.code,
    link.creator,
    formatMicros(link.paidMicros),
    formatMicros(link.riskMicros),
    `${link.oddPercent}`,
    link.clicks.toLocaleString("en-US"),
    ...figures.map(([figure]) => `${link.figures[figure] ?? "–"}`),
    link.why.join("; "),
  ];
}
