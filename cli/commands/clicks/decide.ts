import type { Client } from "@fairclick/api/client";
import {
  type ClickDecision,
  type ClickDecisionInput,
  type ClickSelection,
  clickDecisionSchema,
} from "@fairclick/core/clicks/click-decisions-schema";
import { type ReversalCategory, reversalCategories } from "@fairclick/core/clicks/decisions";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type Command, Option } from "commander";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import { confirmChange } from "../../confirm-change";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { type CliCommand, defineCommand } from "../../define-command";
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
  clicks: z.array(z.string()),
  reason: z.string(),
  category: z.enum(reversalCategories).default("other"),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

const shared =
  "Select clicks by their ids, or as a group with options. Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change. Clicks that are already decided stay unchanged. Needs a token with the scope clicks:decide.";

export const approveClicks = defineDecision({
  usage: "approve [clicks...]",
  summary: "approve and pay held clicks",
  about: `Approves held clicks and pays them from the budget that is reserved for them. Clicks that an operator rejected or reversed can also be approved, by id or with --act, as far as the budget allows. ${shared}`,
  examples: [
    'clicks approve 01900000-0000-7000-8000-000000000001 --reason "a school"',
    'clicks approve --signal vpn --campaign 01900000-0000-7000-8000-000000000002 --reason "known players" --dry-run',
    'clicks approve --act 01900000-0000-7000-8000-000000000003 --reason "that was wrong"',
  ],
  send: (client, json) => client.api.admin.clicks.approve.$post({ json }),
});

export const rejectClicks = defineDecision({
  usage: "reject [clicks...]",
  summary: "reject held clicks",
  about: `Rejects held clicks: they become invalid, and the budget that is reserved for them becomes available again. ${shared}`,
  examples: [
    'clicks reject 01900000-0000-7000-8000-000000000001 --reason "a click farm"',
    'clicks reject --address 203.0.113.0/24 --reason "a click farm" --yes',
  ],
  send: (client, json) => client.api.admin.clicks.reject.$post({ json }),
});

export const reverseClicks = defineDecision({
  usage: "reverse [clicks...]",
  summary: "reverse paid clicks",
  about: `Reverses the payment of clicks: the money moves from the creators' earnings to the campaigns' budgets, or to the developers' wallets if the campaigns have ended. If creators have already withdrawn it, they owe it, and their next earnings repay it. A group needs at least --campaign, --creator, --address or --act. Creators see the category, not the reason. What one operator can take back within 24 hours is limited (REVERSAL_LIMIT_DOLLARS). \`clicks approve --act\` undoes a reversal. ${shared}`,
  examples: [
    'clicks reverse --campaign 01900000-0000-7000-8000-000000000002 --creator 01900000-0000-7000-8000-000000000004 --category bought_clicks --reason "sold on a forum"',
    'clicks reverse --address 203.0.113.0/24 --from 2026-01-31T00:00:00Z --category bot_traffic --reason "a farm" --dry-run',
  ],
  options: categoryOption,
  send: (client, { category, ...json }) =>
    client.api.admin.clicks.reverse.$post({ json: { ...json, category } }),
});

export const holdClicks = defineDecision({
  usage: "hold [clicks...]",
  summary: "hold rejected clicks again",
  about: `Undoes a rejection or a reversal of clicks that were held: they wait for a decision again, and the campaign's budget reserves their price as far as it allows. A group needs --act. Nobody is notified. ${shared}`,
  examples: [
    'clicks hold --act 01900000-0000-7000-8000-000000000003 --reason "that was the wrong link"',
  ],
  send: (client, json) => client.api.admin.clicks.hold.$post({ json }),
});

type Definition = {
  usage: string;
  summary: string;
  about: string;
  examples: readonly [string, ...string[]];
  options?: (command: Command) => Command;
  send: (
    client: Client,
    json: ClickDecisionInput & { category: ReversalCategory },
  ) => Promise<ClientResponse<{ data: ClickDecision }>>;
};

function defineDecision({ send, options, ...definition }: Definition): CliCommand {
  return defineCommand({
    ...definition,
    options: (command) => decisionOptions(options?.(command) ?? command),
    input: decisionInput,
    output: clickDecisionSchema,
    run: async (host, { reason, category, dryRun, yes, ...given }) => {
      const clicks = toSelection(given);
      const api = openApi(host, given);
      const ask = async (isDry: boolean) => {
        const json = { clicks, reason, category, dryRun: isDry };
        const answer = api.call((client) => send(client, json), { limitMs: LONG_WORK_MS });
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
}

function categoryOption(command: Command): Command {
  return command.addOption(
    new Option("--category <category>", "reason that the creators see")
      .choices(reversalCategories)
      .makeOptionMandatory(),
  );
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
