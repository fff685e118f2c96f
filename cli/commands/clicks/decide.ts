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
import { askFirst } from "../../ask-first";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { type CliCommand, defineCommand } from "../../define-command";
import { describeDecision, reportDecision } from "../../output/describe-decision";
import { whileWorking } from "../../output/while-working";

const groupInput = z.object({
  campaign: z.string().optional(),
  creator: z.string().optional(),
  address: z.string().optional(),
  signal: z.enum(signalOrder).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  act: z.string().optional(),
});

const input = groupInput.extend({
  ...targetInput,
  clicks: z.array(z.string()),
  reason: z.string(),
  category: z.enum(reversalCategories).default("other"),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

const shared =
  "Clicks are named by their ids, or as a group by what they have in common. Shows what will change and asks first; --yes answers in advance, --dry-run only shows. A click that was decided already stays as it is. Needs a token with the scope clicks:decide.";

export const approveClicks = defineDecision({
  usage: "approve [clicks...]",
  summary: "pay held clicks",
  about: `Pays held clicks from what they have claimed of their campaigns' budgets. Clicks that an operator refused, or took back, are paid as far as the budget goes when they are named, or found by --act. ${shared}`,
  examples: [
    'clicks approve 01900000-0000-7000-8000-000000000001 --reason "a school"',
    'clicks approve --signal vpn --campaign 01900000-0000-7000-8000-000000000002 --reason "known players" --dry-run',
    'clicks approve --act 01900000-0000-7000-8000-000000000003 --reason "that was wrong"',
  ],
  send: (client, json) => client.api.admin.clicks.approve.$post({ json }),
});

export const rejectClicks = defineDecision({
  usage: "reject [clicks...]",
  summary: "refuse held clicks",
  about: `Refuses held clicks, which frees what they have claimed of their campaigns' budgets. ${shared}`,
  examples: [
    'clicks reject 01900000-0000-7000-8000-000000000001 --reason "a click farm"',
    'clicks reject --address 203.0.113.0/24 --reason "a click farm" --yes',
  ],
  send: (client, json) => client.api.admin.clicks.reject.$post({ json }),
});

export const reverseClicks = defineDecision({
  usage: "reverse [clicks...]",
  summary: "take back what clicks were paid",
  about: `Takes what clicks were paid from their creators' earnings back to the campaigns' budgets, or to the developers' wallets where campaigns are over. What creators have spent already they owe: their next earnings pay it first. Of a group at least the campaign, the creator, the address or the act is given. Creators read the category, not the reason. \`clicks approve --act\` undoes it. ${shared}`,
  examples: [
    'clicks reverse --campaign 01900000-0000-7000-8000-000000000002 --creator 01900000-0000-7000-8000-000000000004 --category bought_clicks --reason "sold on a forum"',
    'clicks reverse --address 203.0.113.0/24 --from 2026-01-31T00:00:00Z --category bot_traffic --reason "a farm" --dry-run',
  ],
  options: (command) =>
    command.addOption(
      new Option("--category <category>", "what its creators are told")
        .choices(reversalCategories)
        .makeOptionMandatory(),
    ),
  send: (client, { category, ...json }) =>
    client.api.admin.clicks.reverse.$post({ json: { ...json, category } }),
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
    input,
    output: clickDecisionSchema,
    run: async (host, { reason, category, dryRun, yes, ...given }) => {
      const clicks = toSelection(given);
      const api = openApi(host, given);
      const ask = async (isDry: boolean) => {
        const json = { clicks, reason, category, dryRun: isDry };
        const answer = api.call((client) => send(client, json), { limitMs: LONG_WORK_MS });
        return (await whileWorking(host, "Looking at the clicks", answer)).data;
      };
      if (yes && !dryRun) return ask(false);
      const foreseen = await ask(true);
      if (dryRun || foreseen.clicks === 0) return foreseen;
      await askFirst(host, foreseen, describeDecision);
      return ask(false);
    },
    text: reportDecision,
  });
}

function decisionOptions(command: Command): Command {
  return apiOptions(command)
    .option("--campaign <id>", "of one campaign")
    .option("--creator <id>", "of one creator")
    .option("--address <range>", "from an address, or a range such as 203.0.113.0/24")
    .addOption(
      new Option("--signal <signal>", "found on the click, deciding or not").choices(signalOrder),
    )
    .option("--from <time>", "clicked then or later, such as 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before")
    .option("--act <id>", "decided about by an earlier command")
    .requiredOption("--reason <text>", "why; it is kept in the audit log")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--yes", "do not ask");
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
    throw new AppError("validation", "Name clicks by their ids, or a group by options, not both.");
  }
  return isGroup ? { group } : { ids: clicks };
}
