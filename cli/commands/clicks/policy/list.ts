import { policyVersionSchema } from "@fairclick/core/clicks/policy-file-schema";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { printable } from "../../../output/printable";
import { toTable } from "../../../output/table";

export const listPoliciesCommand = defineCommand({
  usage: "list",
  summary: "list the versions of the policy",
  about:
    "Lists the versions of the policy, newest first: from when each judges clicks, who stored it and why. If a shadow has ended and nobody has looked at its figures, standard error names it. Each click names the version that judged it. Needs a token with the scope clicks:read.",
  examples: ["policy list", "policy list --json | jq -r '[.version, .activeFrom, .reason] | @tsv'"],
  options: listOptions,
  input: z.object(listInput),
  output: z.array(policyVersionSchema),
  run: (host, { limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, async (query) => {
      const page = await api.call((client) => client.api.admin.policy.versions.$get({ query }));
      if (page.unseenShadow && query.cursor === undefined) {
        host.remark(describeUnseen(page.unseenShadow));
      }
      return page;
    });
  },
  text: (versions, paint) => {
    if (versions.length === 0) return paint.faint("No version is stored yet.");
    const rows = versions.map((each) => [
      String(each.version),
      each.state,
      formatMoment(each.activeFrom),
      each.origin,
      each.operator ?? "",
      String(each.edits),
      each.reason,
    ]);
    const headings = ["version", "state", "from", "origin", "by", "edits", "reason"];
    return toTable(headings, rows).join("\n");
  },
});

function describeUnseen({ startedAt, endedAt }: { startedAt: string; endedAt: string }): string {
  const times = printable(`${formatMoment(startedAt)} to ${formatMoment(endedAt)}`);
  return `The shadow of ${times} has ended: see \`fairclick policy shadow show\`.\n`;
}
