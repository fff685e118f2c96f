import { policySchema } from "@fairclick/core/clicks/policy";
import { listNumbers } from "@fairclick/core/clicks/policy-versions";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts } from "../../../output/format";
import { toTable } from "../../../output/table";

export const showPolicy = defineCommand({
  usage: "show [version]",
  summary: "show the policy in force, or a stored version",
  about:
    "Shows the policy that judges clicks now, a stored version by its number, or the newest one: its limits, and the effect of each signal (invalid, held for an operator, unpaid, or only a note). The --json output is a policy file that you can edit, try with `policy replay` and store with `policy apply`. Needs a token with the scope clicks:read.",
  examples: [
    "policy show",
    "policy show 10",
    "policy show newest",
    "policy show --json > policy.json",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, version: z.string().optional() }),
  output: policySchema,
  run: async (host, { version, ...target }) => {
    const query = version === undefined ? {} : { version };
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.policy.$get({ query }),
    );
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
