import { policyVersionSchema } from "@fairclick/core/clicks/policy-versions";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listPoliciesCommand = defineCommand({
  usage: "list",
  summary: "list the versions of the policy",
  about:
    "Lists the versions of the policy, newest first: from when each judges clicks, who stored it and why. Each click names the version that judged it. Needs a token with the scope clicks:read.",
  examples: ["policy list", "policy list --json | jq -r '[.version, .activeFrom, .reason] | @tsv'"],
  options: listOptions,
  input: z.object(listInput),
  output: z.array(policyVersionSchema),
  run: (host, { limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (query) =>
      api.call((client) => client.api.admin.policy.versions.$get({ query })),
    );
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
