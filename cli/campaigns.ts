import { plainResources } from "@fairclick/core/campaigns/operated";
import type { ListedFinding } from "@fairclick/core/clicks/findings";
import { type AdminLinkDetails, links } from "@fairclick/core/clicks/operated-links";
import {
  MAX_SUSPECTS,
  type Suspect,
  type SuspectFigure,
  suspectOrders,
  suspectsResponseSchema,
} from "@fairclick/core/clicks/suspects";
import { formatMicros, formatMoment } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import { figureHeadings } from "./frame/figures";
import { toTable } from "./frame/output";
import { decideCommand, listCommand, resourceNoun, showCommand } from "./frame/resource";

type DescribedFinding = Omit<ListedFinding, "state"> & { state: string };

export function describeFinding(finding: DescribedFinding, id: string): string {
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

const figures = Object.entries(figureHeadings) as [SuspectFigure, string][];

const listSuspectsCommand = defineCommand({
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

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, compare, disable and enable creators' links",
    commands: [listCommand(links), showLinkCommand, listSuspectsCommand, decideCommand(links)],
  },
  ...plainResources.map(resourceNoun),
];
