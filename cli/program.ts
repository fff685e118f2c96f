import { Command } from "commander";
import { listUsersCommand } from "./commands/accounts/users/list";
import { showUserCommand } from "./commands/accounts/users/show";
import { restoreUserCommand, suspendUserCommand } from "./commands/accounts/users/suspend";
import { listLinksCommand } from "./commands/campaigns/links/list";
import { disableLinkCommand, enableLinkCommand } from "./commands/campaigns/links/stop";
import { listCampaignsCommand } from "./commands/campaigns/list";
import { showCampaignCommand } from "./commands/campaigns/show";
import {
  disableCampaignCommand,
  pauseCampaignCommand,
  restoreCampaignCommand,
  resumeCampaignCommand,
} from "./commands/campaigns/stop";
import { acceptAppeal, declineAppeal } from "./commands/clicks/appeals/answer";
import { listAppealsCommand } from "./commands/clicks/appeals/list";
import { approveClicks, rejectClicks, reverseClicks } from "./commands/clicks/decide";
import { exportClicks } from "./commands/clicks/export";
import { inspect } from "./commands/clicks/inspect";
import { listClicks } from "./commands/clicks/list";
import { diffPolicy } from "./commands/clicks/policy/diff";
import { showPolicy } from "./commands/clicks/policy/show";
import { replayClicksCommand } from "./commands/clicks/replay";
import { showClick } from "./commands/clicks/show";
import { statsBreakdown } from "./commands/clicks/stats/breakdown";
import { statsSeries } from "./commands/clicks/stats/series";
import { showStats } from "./commands/clicks/stats/show";
import { verifyStats } from "./commands/clicks/stats/verify";
import { listConversionsCommand } from "./commands/conversions/list";
import { allowRange, denyRange, removeRangeCommand } from "./commands/ip/decide";
import { lookUpAddressCommand } from "./commands/ip/lookup";
import { ipDataStatus } from "./commands/ip/status";
import { updateIpDataCommand } from "./commands/ip/update";
import { showAccount } from "./commands/money/ledger/account";
import { verifyLedger } from "./commands/money/ledger/verify";
import { listStripeEvents } from "./commands/money/stripe/events";
import { retryStripeEvent } from "./commands/money/stripe/retry";
import {
  holdWithdrawalCommand,
  releaseWithdrawalCommand,
  retryWithdrawalCommand,
} from "./commands/money/withdrawals/decide";
import { listWithdrawalsCommand } from "./commands/money/withdrawals/list";
import { showWithdrawalCommand } from "./commands/money/withdrawals/show";
import { audit } from "./commands/operations/audit";
import { defineCompletion } from "./commands/operations/completion";
import { migrateDatabase } from "./commands/operations/db/migrate";
import { doctor } from "./commands/operations/doctor";
import { login } from "./commands/operations/login";
import { addOperatorCommand } from "./commands/operations/operators/add";
import { drainQueueCommand, replayRecordedCommand } from "./commands/operations/queues/act";
import {
  discardJobsCommand,
  parkJobsCommand,
  retryQueueCommand,
} from "./commands/operations/queues/act-on-jobs";
import { listFailedJobsCommand } from "./commands/operations/queues/failed";
import { listQueuesCommand } from "./commands/operations/queues/list";
import { listParkedJobsCommand } from "./commands/operations/queues/parked";
import { top } from "./commands/operations/top/top";
import type { CliCommand } from "./define-command";
import { type ExitCode, exitCodeMeanings } from "./exit-codes";
import type { Host } from "./host";
import { silentHost } from "./silent-host";

const HELP_WIDTH = 90;

export const nouns: { name: string; summary: string; commands: CliCommand[] }[] = [
  {
    name: "clicks",
    summary: "what was clicked",
    commands: [
      listClicks,
      showClick,
      exportClicks,
      approveClicks,
      rejectClicks,
      reverseClicks,
      replayClicksCommand,
    ],
  },
  {
    name: "appeals",
    summary: "creators' appeals against refused clicks",
    commands: [listAppealsCommand, acceptAppeal, declineAppeal],
  },
  {
    name: "policy",
    summary: "the rules by which clicks are judged",
    commands: [showPolicy, diffPolicy],
  },
  {
    name: "links",
    summary: "creators' links",
    commands: [listLinksCommand, disableLinkCommand, enableLinkCommand],
  },
  {
    name: "campaigns",
    summary: "developers' campaigns",
    commands: [
      listCampaignsCommand,
      showCampaignCommand,
      pauseCampaignCommand,
      resumeCampaignCommand,
      disableCampaignCommand,
      restoreCampaignCommand,
    ],
  },
  {
    name: "users",
    summary: "people and their balances",
    commands: [listUsersCommand, showUserCommand, suspendUserCommand, restoreUserCommand],
  },
  {
    name: "withdrawals",
    summary: "money on its way to banks",
    commands: [
      listWithdrawalsCommand,
      showWithdrawalCommand,
      holdWithdrawalCommand,
      releaseWithdrawalCommand,
      retryWithdrawalCommand,
    ],
  },
  { name: "ledger", summary: "the books", commands: [verifyLedger, showAccount] },
  {
    name: "conversions",
    summary: "what became of clicks",
    commands: [listConversionsCommand],
  },
  {
    name: "stats",
    summary: "the statistics",
    commands: [showStats, statsSeries, statsBreakdown, verifyStats],
  },
  {
    name: "stripe",
    summary: "what Stripe has told",
    commands: [listStripeEvents, retryStripeEvent],
  },
  {
    name: "ip-data",
    summary: "what is known of addresses",
    commands: [
      ipDataStatus,
      updateIpDataCommand,
      lookUpAddressCommand,
      allowRange,
      denyRange,
      removeRangeCommand,
    ],
  },
  {
    name: "queues",
    summary: "work that waits",
    commands: [
      listQueuesCommand,
      listFailedJobsCommand,
      listParkedJobsCommand,
      retryQueueCommand,
      parkJobsCommand,
      discardJobsCommand,
      drainQueueCommand,
      replayRecordedCommand,
    ],
  },
  { name: "operators", summary: "who may run the marketplace", commands: [addOperatorCommand] },
  { name: "db", summary: "the database", commands: [migrateDatabase] },
];
const completion = defineCompletion(() =>
  createProgram(silentHost, { isJson: false, finish: () => {} }),
);
export const verbs: CliCommand[] = [inspect, audit, completion, doctor, login, top];

type Surroundings = {
  /** Errors are printed as JSON, by `run`. */
  isJson: boolean;
  finish: (exitCode: ExitCode) => void;
};

export function createProgram(host: Host, { isJson, finish }: Surroundings): Command {
  const program = new Command("fairclick")
    .description("Runs a Fairclick marketplace from the terminal.")
    .usage("<command>")
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError("Run it with --help to see how it is used.")
    .configureOutput({ writeOut: host.write, writeErr: isJson ? () => {} : host.remark })
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: false })
    .addHelpText("after", explainSurroundings());
  for (const { name, summary, commands } of nouns) {
    const noun = program.command(name).description(summary).usage("<command>").helpCommand(false);
    for (const command of commands) command.attach(noun, host, finish);
  }
  for (const command of verbs) command.attach(program, host, finish);
  return program;
}

function explainSurroundings(): string {
  const codes = Object.entries(exitCodeMeanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `
Every command takes --json. Results go to standard output, everything else to standard error.

Environment:
  FAIRCLICK_API      the API's address
  FAIRCLICK_TOKEN    an operator's token
  FAIRCLICK_TIMEOUT  how many seconds to wait for an answer (else 15, for long work 240)
  NO_COLOR           no colours
  DATA_DIR           where a local \`bun start\` keeps its data (default .data)

Exit codes:
${codes.join("\n")}`;
}
