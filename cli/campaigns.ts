import { plainResources } from "@fairclick/core/campaigns/operated";
import type { ListedFinding } from "@fairclick/core/clicks/findings";
import { type AdminLinkDetails, links } from "@fairclick/core/clicks/operated";
import { formatMicros, formatMoment } from "@fairclick/core/resource";
import type { Noun } from "./frame/command";
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

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, disable and enable creators' links",
    commands: [listCommand(links), showLinkCommand, decideCommand(links)],
  },
  ...plainResources.map(resourceNoun),
];
