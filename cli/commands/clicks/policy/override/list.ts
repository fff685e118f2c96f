import {
  type ListedOverride,
  listedOverrideSchema,
} from "@fairclick/core/clicks/policy-override-schema";
import { z } from "zod";
import { openApi } from "../../../../connection/open-api";
import { apiOptions, targetInput } from "../../../../connection/target-options";
import { defineCommand } from "../../../../define-command";
import { formatMoment } from "../../../../output/format";
import { toTable } from "../../../../output/table";

export const listOverridesCommand = defineCommand({
  usage: "list",
  summary: "list the overrides in force, and those that wait for approval",
  about:
    "Lists the overrides that judge clicks now, and those that wait for a second operator: the campaign or creator, the values, who set and approved them, why, and until when. A value that is less strict than the policy, or than what a request replaces, has a plus sign. Needs a token with the scope clicks:read.",
  examples: [
    "policy override list",
    "policy override list --json | jq -r 'select(.loosens != []) | [.name, .operator, .approver, .reason] | @tsv'",
  ],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(listedOverrideSchema),
  run: async (host, target) => {
    const api = openApi(host, target);
    return (await api.call((client) => client.api.admin.policy.overrides.$get())).data;
  },
  text: (overrides, paint) => {
    if (overrides.length === 0) return paint.faint("None found.");
    const rows = overrides.map((each) => [
      each.state === "requested" ? `requested ${each.id}` : each.id,
      `${each.subject.replace(/:.*/, "")} ${each.name}`,
      describeValues(each),
      formatMoment(each.until),
      each.operator,
      each.approver ?? "",
      each.reason,
    ]);
    const headings = ["revision", "of", "values", "until", "by", "approved by", "reason"];
    return toTable(headings, rows).join("\n");
  },
});

function describeValues({ values, loosens }: ListedOverride): string {
  if (Object.keys(values).length === 0) return "none: ends the override";
  const loosened = new Set<string>(loosens);
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}${loosened.has(name) ? "+" : ""}`)
    .join(" ");
}
