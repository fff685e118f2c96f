import { policyFileSchema } from "@fairclick/core/clicks/policy";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { targetInput } from "../../../connection/target-options";
import { defineChange } from "../../../define-change";
import { readNamedPolicy } from "./read-named-policy";
import { sinceInput, sinceOption } from "./since-option";

export const applyPolicyCommand = defineChange({
  usage: "apply <file>",
  summary: "make a policy file the policy in force",
  about:
    "Stores a policy file, or standard input for `-`, as a new version, which judges all clicks made from now on, or from --from on. The file may leave out unchanged values. Each number stays within a range around the release's, and no rule that refuses clicks can be switched off: its effect can become held. A file that names a version other than the newest is refused. Needs a token with the scope policy:write.",
  examples: [
    'policy apply policy.json --reason "fewer false bursts" --dry-run',
    'policy apply policy.json --from 2026-02-01T00:00:00Z --reason "announced on the blog"',
  ],
  options: sinceOption,
  optionsInput: sinceInput,
  read: async (host, given) => {
    const api = openApi(host, z.object(targetInput).parse(given));
    return { policy: await readNamedPolicy({ host, api }, z.string().parse(given.file)) };
  },
  send: (client, _file, json, given) =>
    client.api.admin.policy.apply.$post({
      json: {
        ...json,
        ...z.object(sinceInput).parse(given),
        policy: policyFileSchema.parse(given.policy),
      },
    }),
});
