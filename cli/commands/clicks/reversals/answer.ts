import { clickDecisionSchema } from "@fairclick/core/clicks/click-decisions-schema";
import { z } from "zod";
import { confirmChange } from "../../../confirm-change";
import { LONG_WORK_MS, openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineChange } from "../../../define-change";
import { defineCommand } from "../../../define-command";
import { describeDecision, reportDecision } from "../../../output/describe-decision";
import { whileWorking } from "../../../output/while-working";

export const approveReversalCommand = defineCommand({
  usage: "approve <id>",
  summary: "approve a reversal that a different operator requested",
  about:
    "Approves a requested reversal and reverses its clicks, at most as many as were requested. An approval that was interrupted can be repeated by the same operator. Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change. Needs a token with the scope clicks:decide.",
  examples: [
    'reversals approve 01900000-0000-7000-8000-000000000001 --reason "looked at it with Ann"',
  ],
  options: (command) =>
    apiOptions(command)
      .requiredOption("--reason <text>", "reason for the audit log")
      .option("--dry-run", "show the change without applying it")
      .option("--yes", "skip the confirmation"),
  input: z.object({
    ...targetInput,
    id: z.string(),
    reason: z.string(),
    dryRun: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),
  output: clickDecisionSchema,
  run: async (host, { id, reason, dryRun, yes, ...target }) => {
    const api = openApi(host, target);
    const ask = async (isDry: boolean) => {
      const given = { param: { id }, json: { reason, dryRun: isDry } };
      const answer = api.call((client) => client.api.admin.reversals[":id"].approve.$post(given), {
        limitMs: LONG_WORK_MS,
      });
      return (await whileWorking(host, "Reading the clicks", answer)).data;
    };
    if (yes && !dryRun) return ask(false);
    const foreseen = await ask(true);
    if (dryRun) return foreseen;
    await confirmChange(host, foreseen, describeDecision);
    return ask(false);
  },
  text: reportDecision,
});

export const declineReversalCommand = defineChange({
  usage: "decline <id>",
  summary: "decline a requested reversal, or withdraw your own",
  about:
    "Closes a requested reversal; its clicks stay paid. Needs a token with the scope clicks:decide.",
  examples: ['reversals decline 01900000-0000-7000-8000-000000000001 --reason "a school"'],
  send: (client, id, json) =>
    client.api.admin.reversals[":id"].decline.$post({ param: { id }, json }),
});
