import {
  findingStates,
  type ListedFinding,
  linkFindingSchema,
} from "@fairclick/core/clicks/link-findings";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineActs } from "../../../define-acts";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";

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
        api.admin["link-findings"][":id"].clear.$post({ param: { id }, json }),
    },
    confirm: {
      about:
        "Within minutes the link's held clicks are rejected and its paid clicks since the first judged one are reversed, except those that were decided one by one. The sum counts towards what one operator can take back within 24 hours (REVERSAL_LIMIT_DOLLARS). The link stays live; `links decide disable` stops it.",
      send: ({ api }, id, json) =>
        api.admin["link-findings"][":id"].confirm.$post({ param: { id }, json }),
    },
  },
});
