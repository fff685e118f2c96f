import { listNumbers } from "@fairclick/core/clicks/policy-file";
import { policySchema } from "@fairclick/core/clicks/policy-file-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts } from "../../../output/format";
import { toTable } from "../../../output/table";

export const showPolicy = defineCommand({
  usage: "show",
  summary: "show the policy in force",
  about:
    "Shows the policy that judges clicks now: its limits, and the effect of each signal (invalid, held for an operator, unpaid, or only a note). The --json output is a policy file that you can edit and try with `clicks replay --policy`. Needs a token with the scope clicks:read.",
  examples: ["policy show", "policy show --json > policy.json"],
  options: apiOptions,
  input: z.object(targetInput),
  output: policySchema,
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) => client.api.admin.policy.$get());
    return data;
  },
  text: (policy) =>
    [
      formatFacts(listNumbers(policy).map(([name, value]) => [name, String(value)])),
      "",
      ...toTable(
        ["signal", "effect"],
        signalOrder.map((signal) => [signal, policy.effects[signal]]),
      ),
    ].join("\n"),
});
