import {
  findingStates,
  type ListedFinding,
  linkFindingSchema,
} from "@fairclick/core/clicks/link-findings-schema";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineChange } from "../../../define-change";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";

export const listFindingsCommand = defineCommand({
  usage: "findings",
  summary: "list links whose traffic looks like a farm's",
  about:
    "Lists findings about whole links with their figures and the creator's appeal, newest first. While a finding is open, the link's clicks are held and its earnings wait; after six days without a decision they are paid. Needs a token with the scope clicks:read.",
  examples: ["links findings", "links findings --state confirmed --json | jq -r .creator"],
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

export function describeFinding(finding: ListedFinding, id: string): string {
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

const shared = "Needs a token with the scope clicks:decide.";

export const clearLinkCommand = defineChange({
  usage: "clear <finding>",
  summary: "clear a link of a finding",
  about: `Closes a finding in the creator's favour: within minutes the link's held clicks are paid, and its earnings can be withdrawn. The same clicks are not judged again. ${shared}`,
  examples: [
    'links clear 01900000-0000-7000-8000-000000000001 --reason "a video shown in many countries"',
  ],
  send: (client, id, json) =>
    client.api.admin["link-findings"][":id"].clear.$post({ param: { id }, json }),
});

export const confirmLinkCommand = defineChange({
  usage: "confirm <finding>",
  summary: "confirm a finding about a link",
  about: `Confirms a finding: within minutes the link's held clicks are rejected and its paid clicks since the first judged one are reversed, except those that were decided one by one. The sum counts towards what one operator can take back within 24 hours (REVERSAL_LIMIT_DOLLARS). The link stays live; \`links disable\` stops it. ${shared}`,
  examples: [
    'links confirm 01900000-0000-7000-8000-000000000001 --reason "one click per network, nobody joins"',
  ],
  send: (client, id, json) =>
    client.api.admin["link-findings"][":id"].confirm.$post({ param: { id }, json }),
});
