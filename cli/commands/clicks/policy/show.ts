import { listNumbers } from "@fairclick/core/clicks/policy-file";
import { policySchema } from "@fairclick/core/clicks/policy-file-schema";
import { appliedOverrideSchema } from "@fairclick/core/clicks/policy-override-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts } from "../../../output/format";
import { toTable } from "../../../output/table";

type Applied = z.infer<typeof appliedOverrideSchema>;
type Shown = z.infer<typeof policySchema> & { overrides?: Applied[] | undefined };

export const showPolicy = defineCommand({
  usage: "show [version]",
  summary: "show the policy in force, or a stored version",
  about:
    "Shows the policy that judges clicks now, a stored version by its number, or the newest one: its limits, and the effect of each signal (invalid, held for an operator, unpaid, or only a note). The --json output is a policy file that you can edit, try with `policy replay` and store with `policy apply`. With --campaign or --user, or both, it shows the values that judge the clicks of that campaign, creator or link now, with their overrides; that output is not a policy file. Needs a token with the scope clicks:read.",
  examples: [
    "policy show",
    "policy show 10",
    "policy show newest",
    "policy show --json > policy.json",
    'policy show --campaign "Tower of Fun" --user chris',
  ],
  options: (command) =>
    apiOptions(command)
      .option("--campaign <campaign>", "show the values for a campaign's clicks (id or name)")
      .option(
        "--user <user>",
        "show the values for a creator's clicks (name, e-mail address or id)",
      ),
  input: z.object({
    ...targetInput,
    version: z.string().optional(),
    campaign: z.string().optional(),
    user: z.string().optional(),
  }),
  output: policySchema.extend({
    /** Only with --campaign or --user. */
    overrides: z.array(appliedOverrideSchema).optional(),
  }),
  run: async (host, { version, campaign, user, ...target }): Promise<Shown> => {
    if (campaign !== undefined || user !== undefined) {
      if (version !== undefined) {
        throw new AppError(
          "validation",
          "Overrides apply to the policy in force: give no version.",
        );
      }
      const query = { ...(campaign ? { campaign } : {}), ...(user ? { user } : {}) };
      const { data } = await openApi(host, target).call((client) =>
        client.api.admin.policy.effective.$get({ query }),
      );
      return data;
    }
    const query = version === undefined ? {} : { version };
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.policy.$get({ query }),
    );
    return data;
  },
  text: ({ overrides = [], ...policy }) =>
    [
      formatFacts(
        listNumbers(policy).map(([name, value]) => [
          name,
          `${value}${describeOrigin(overrides, name)}`,
        ]),
      ),
      "",
      ...toTable(
        ["signal", "effect"],
        signalOrder.map((signal) => [signal, policy.effects[signal]]),
      ),
    ].join("\n"),
});

/** Names the overrides of a value. */
function describeOrigin(overrides: readonly Applied[], name: string): string {
  const list = overrides
    .filter(({ values }) => values[name] !== undefined)
    .map(({ of, revision, values }) => `${of} ${values[name]} by ${revision}`);
  return list.length === 0 ? "" : `  (overrides: ${list.join(", ")})`;
}
