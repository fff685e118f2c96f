import { completePolicy, diffPolicies } from "@fairclick/core/clicks/policy-versions";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";
import { readNamedPolicy } from "./read-named-policy";

const value = z.union([z.string(), z.number()]);

export const diffPolicy = defineCommand({
  usage: "diff <policy> [other]",
  summary: "compare two policies: files, or versions by number",
  about:
    "Compares a policy with the policy in force, or two policies with each other. Each is a file, `-` for standard input, or the number of a stored version. A file may leave out unchanged values. `policy replay` shows the effect on stored clicks. Needs a token with the scope clicks:read.",
  examples: [
    "policy diff policy.json",
    "policy diff 10 11",
    "policy diff policy.json --json | jq -r .name",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, policy: z.string(), other: z.string().optional() }),
  output: z.array(z.object({ name: z.string(), from: value, to: value })),
  run: async (host, { policy, other, ...target }) => {
    const api = openApi(host, target);
    const inForce = (await api.call((client) => client.api.admin.policy.$get({ query: {} }))).data;
    const read = async (name: string) =>
      completePolicy(await readNamedPolicy({ host, api }, name), inForce);
    const from = other === undefined ? inForce : await read(policy);
    const to = await read(other ?? policy);
    return diffPolicies(from, to);
  },
  text: (differences, paint) => {
    if (differences.length === 0) return paint.good("There is no difference.");
    const rows = differences.map(({ name, from, to }) => [name, String(from), String(to)]);
    return toTable(["", "from", "to"], rows).join("\n");
  },
});
