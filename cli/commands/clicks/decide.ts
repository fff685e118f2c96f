import type { Client } from "@fairclick/api/client";
import {
  type ClickAction,
  type ClickDecisionInput,
  type ClickSelection,
  clickActions,
  clickDecisionSchema,
  type ReversalCategory,
  reversalCategories,
} from "@fairclick/core/clicks/decisions";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type Command, Option } from "commander";
import { z } from "zod";
import { confirmChange } from "../../confirm-change";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { describeDecision, reportDecision } from "../../output/describe-decision";
import { whileWorking } from "../../output/while-working";

const groupInput = z.object({
  campaign: z.string().optional(),
  creator: z.string().optional(),
  address: z.string().optional(),
  signal: z.enum(signalOrder).optional(),
  from: momentOption.optional(),
  to: momentOption.optional(),
  act: z.string().optional(),
});

const decisionInput = groupInput.extend({
  ...targetInput,
  decision: z.enum(clickActions),
  clicks: z.array(z.string()),
  reason: z.string(),
  category: z.enum(reversalCategories).optional(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

const decisions = {
  approve:
    "Pays held clicks from the budget that is reserved for them. Clicks that an operator rejected or reversed can also be approved, by id or with --act, as far as the budget allows.",
  reject:
    "Held clicks become invalid, and the budget that is reserved for them becomes available again.",
  reverse:
    "Reverses the payment of clicks: the money moves from the creators' earnings to the campaigns' budgets, or to the developers' wallets if the campaigns have ended. If creators have already withdrawn it, they owe it, and their next earnings repay it. Needs --category; a group needs at least --campaign, --creator, --address or --act. Creators see the category, not the reason. What one operator can take back within 24 hours is limited (REVERSAL_LIMIT_DOLLARS). `approve --act` undoes it.",
  hold: "Undoes a rejection or a reversal of clicks that were held: they wait for a decision again, and the campaign's budget reserves their price as far as it allows. A group needs --act. Nobody is notified.",
} as const satisfies Record<ClickAction, string>;

export const decideClicks = defineCommand({
  usage: "decide <decision> [clicks...]",
  summary: "approve, reject, reverse or hold clicks",
  about: [
    ...clickActions.map((action) => `${action}: ${decisions[action]}`),
    "Select clicks by their ids, or as a group with options. Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change. Clicks that are already decided stay unchanged. Needs a token with the scope clicks:decide.",
  ].join("\n\n"),
  examples: [
    'clicks decide approve 01900000-0000-7000-8000-000000000001 --reason "a school"',
    'clicks decide reject --signal vpn --campaign "Tower of Tides" --reason "one farm" --dry-run',
    'clicks decide reverse --address 203.0.113.0/24 --from 2h --category bot_traffic --reason "a farm"',
  ],
  options: (command) => {
    command.registeredArguments[0]?.choices(clickActions);
    return decisionOptions(command);
  },
  input: decisionInput,
  output: clickDecisionSchema,
  run: async (host, { decision, category, reason, dryRun, yes, ...given }) => {
    if (decision === "reverse" && category === undefined) {
      throw new AppError("validation", "Give --category: the creators see it.");
    }
    const clicks = toSelection(given);
    const api = openApi(host, given);
    const ask = async (isDry: boolean) => {
      const json = { clicks, reason, dryRun: isDry };
      const answer = api.call((client) => send(client, { ...json, decision, category }), {
        limitMs: LONG_WORK_MS,
      });
      return (await whileWorking(host, "Reading the clicks", answer)).data;
    };
    if (yes && !dryRun) return ask(false);
    const foreseen = await ask(true);
    if (dryRun || foreseen.clicks === 0) return foreseen;
    await confirmChange(host, foreseen, describeDecision);
    return ask(false);
  },
  text: reportDecision,
});

type Decision = ClickDecisionInput & {
  decision: ClickAction;
  category: ReversalCategory | undefined;
};

function send({ api }: Client, { decision, category = "other", ...json }: Decision) {
  const { clicks } = api.admin;
  if (decision === "reverse") return clicks.reverse.$post({ json: { ...json, category } });
  return clicks[decision].$post({ json });
}

function decisionOptions(command: Command): Command {
  return apiOptions(command)
    .option("--campaign <id>", "clicks of this campaign")
    .option("--creator <id>", "clicks of this creator, by id, name or e-mail address")
    .option("--address <range>", "clicks from this IP address or range, such as 203.0.113.0/24")
    .addOption(new Option("--signal <signal>", "clicks with this signal").choices(signalOrder))
    .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before this time")
    .option("--act <id>", "clicks that this earlier decision changed")
    .addOption(
      new Option(
        "--category <category>",
        "of a reversal: the reason that the creators see",
      ).choices(reversalCategories),
    )
    .requiredOption("--reason <text>", "reason for the audit log")
    .option("--dry-run", "show the change without applying it")
    .option("--yes", "skip the confirmation");
}

function toSelection({
  clicks,
  ...rest
}: z.infer<typeof groupInput> & { clicks: string[] }): ClickSelection {
  const {
    campaign: campaignId,
    creator: creatorId,
    act: actId,
    ...others
  } = groupInput.parse(rest);
  const common = Object.entries({ campaignId, creatorId, actId, ...others });
  const group = Object.fromEntries(common.filter(([, value]) => value !== undefined));
  const isGroup = Object.keys(group).length > 0;
  if (isGroup === clicks.length > 0) {
    throw new AppError(
      "validation",
      isGroup
        ? "Select clicks either by their ids or with options, not both."
        : "Select clicks: give their ids, or a group with options such as --campaign and --address.",
    );
  }
  return isGroup ? { group } : { ids: clicks };
}
