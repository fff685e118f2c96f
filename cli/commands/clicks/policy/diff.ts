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
  summary: "compare a policy file with the policy in force",
  about:
    "Compares a policy file with the policy in force. The file may leave out unchanged values. `clicks replay --policy` shows the effect on stored clicks. Needs a token with the scope clicks:read.",
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
