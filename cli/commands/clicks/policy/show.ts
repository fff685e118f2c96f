import { policySchema } from "@fairclick/core/clicks/policy-file-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { sayFacts } from "../../../output/say";
import { toTable } from "../../../output/table";

export const showPolicy = defineCommand({
  usage: "show",
  summary: "show the policy in force",
  about:
    "Shows every number by which clicks are judged now, and what each signal does to a click: refuse it (invalid), have an operator decide (held), leave it unpaid, or nothing (note). With --json it is a policy file to change and to try with `clicks replay --policy`. Needs a token with the scope clicks:read.",
  examples: ["policy show", "policy show --json > policy.json"],
  options: apiOptions,
  input: z.object(targetInput),
  output: policySchema,
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) => client.api.admin.policy.$get());
    return data;
  },
  text: ({ effects, ...numbers }) =>
    [
      sayFacts(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
      "",
      ...toTable(
        ["signal", "effect"],
        signalOrder.map((signal) => [signal, effects[signal]]),
      ),
    ].join("\n"),
});
