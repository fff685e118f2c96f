import { completePolicy, diffPolicies } from "@fairclick/core/clicks/policy-file";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";
import { readPolicyFile } from "./read-policy-file";

const value = z.union([z.string(), z.number()]);

export const diffPolicy = defineCommand({
  usage: "diff <file>",
  summary: "show how a policy file differs from the policy in force",
  about:
    "Compares a policy file, which may leave out what it does not change, with the policy in force. `clicks replay --policy` says what the difference would mean. Needs a token with the scope clicks:read.",
  examples: ["policy diff policy.json", "policy diff policy.json --json | jq -r .name"],
  options: apiOptions,
  input: z.object({ ...targetInput, file: z.string() }),
  output: z.array(z.object({ name: z.string(), from: value, to: value })),
  run: async (host, { file, ...target }) => {
    const given = readPolicyFile(file);
    const { data } = await openApi(host, target).call((client) => client.api.admin.policy.$get());
    return diffPolicies(data, completePolicy(given, data));
  },
  text: (differences, paint) => {
    if (differences.length === 0) return paint.good("There is no difference.");
    const rows = differences.map(({ name, from, to }) => [name, String(from), String(to)]);
    return toTable(["", "in force", "in the file"], rows).join("\n");
  },
});
