import { policyFileSchema } from "@fairclick/core/clicks/policy-file-schema";
import { MAX_SHADOW_DAYS } from "@fairclick/core/clicks/policy-shadow-schema";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { openApi } from "../../../../connection/open-api";
import { targetInput } from "../../../../connection/target-options";
import { defineChange } from "../../../../define-change";
import { parseDuration } from "../../../../moment";
import { readNamedPolicy } from "../read-named-policy";

const MINUTE_MS = 60_000;
const LONGEST_MS = MAX_SHADOW_DAYS * 24 * 60 * MINUTE_MS;

export const startShadowCommand = defineChange({
  usage: "start <policy>",
  summary: "let a policy judge beside the active one for some time",
  about: `Starts a shadow: until the time of --for has passed, at most ${MAX_SHADOW_DAYS} days, settlement also judges each new click by this policy and counts what it would change, in clicks and money. No verdict and no payment changes. The policy is a file, \`-\` for standard input, or the number of a stored version; the same limits apply as for \`policy apply\`. Only one shadow runs at a time. Starting one removes the figures of the previous one. Needs a token with the scopes clicks:read and policy:write.`,
  examples: [
    'policy shadow start policy.json --for 24h --reason "fewer false bursts"',
    'policy shadow start 10 --for 3d --reason "was version 10 better?" --dry-run',
  ],
  options: (command) =>
    command.requiredOption("--for <time>", "how long it judges, such as 90m, 24h or 7d"),
  optionsInput: { for: z.string() },
  read: async (host, given) => {
    const minutes = parseMinutes(z.string().parse(given.for));
    const api = openApi(host, z.object(targetInput).parse(given));
    const name = z.string().parse(given.policy);
    const policy = await readNamedPolicy({ host, api }, name);
    return { minutes, policy: /^\d+$/.test(name) ? { ...policy, version: undefined } : policy };
  },
  send: (client, _policy, json, given) =>
    client.api.admin.policy.shadow.$post({
      json: {
        ...json,
        policy: policyFileSchema.parse(given.policy),
        minutes: z.int().parse(given.minutes),
      },
    }),
});

function parseMinutes(text: string): number {
  const lengthMs = parseDuration(text);
  if (lengthMs !== null && lengthMs > 0 && lengthMs <= LONGEST_MS) return lengthMs / MINUTE_MS;
  throw new AppError(
    "validation",
    `--for must be a time such as 90m, 24h or 7d, at most ${MAX_SHADOW_DAYS}d.`,
  );
}
