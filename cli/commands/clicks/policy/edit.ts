import { type PolicyFile, policyFileSchema } from "@fairclick/core/clicks/policy";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { targetInput } from "../../../connection/target-options";
import { defineChange } from "../../../define-change";
import { CliError } from "../../../failures";
import type { Host } from "../../../host";
import { parsePolicy } from "./read-policy-file";
import { sinceInput, sinceOption } from "./since-option";

export const editPolicy = defineChange({
  usage: "edit",
  summary: "edit the newest version of the policy in your editor",
  about:
    "Opens the newest version in your editor (VISUAL, EDITOR or vi), checks the saved file, and stores it as a new version, as `policy apply` does. A file that is not a policy can be edited again. Needs a terminal and a token with the scopes clicks:read and policy:write.",
  examples: ['policy edit --reason "fewer false bursts"', 'policy edit --reason "a try" --dry-run'],
  options: sinceOption,
  optionsInput: sinceInput,
  read: async (host, given) => {
    const api = openApi(host, z.object(targetInput).parse(given));
    const query = { version: "newest" };
    const { data } = await api.call((client) => client.api.admin.policy.$get({ query }));
    return { policy: await editUntilValid(host, `${JSON.stringify(data, null, 2)}\n`) };
  },
  send: (client, _subject, json, given) =>
    client.api.admin.policy.apply.$post({
      json: {
        ...json,
        ...z.object(sinceInput).parse(given),
        policy: policyFileSchema.parse(given.policy),
      },
    }),
});

/** Opens the editor again with the typed text until it has no problem, so that no input is lost. */
async function editUntilValid({ terminal, remark }: Host, before: string): Promise<PolicyFile> {
  if (!terminal) {
    throw new CliError(
      "validation",
      "This command opens an editor, but there is no terminal.",
      "Use `policy show --json > policy.json`, edit the file, and `policy apply policy.json`.",
    );
  }
  let text = before;
  for (;;) {
    text = await terminal.editText(text);
    if (text === before) throw new AppError("conflict", "Nothing was changed.");
    try {
      return parsePolicy(text, "The text");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      remark(`${error.message}\n`);
      if (!(await terminal.confirm("Edit it again?"))) throw error;
    }
  }
}
