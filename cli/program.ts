import { Command } from "commander";
import { acceptAppeal, declineAppeal } from "./commands/appeals/answer";
import { listAppealsCommand } from "./commands/appeals/list";
import { audit } from "./commands/audit";
import { listCampaignsCommand } from "./commands/campaigns/list";
import { showCampaignCommand } from "./commands/campaigns/show";
import {
  disableCampaignCommand,
  pauseCampaignCommand,
  restoreCampaignCommand,
  resumeCampaignCommand,
} from "./commands/campaigns/stop";
import { approveClicks, rejectClicks, reverseClicks } from "./commands/clicks/decide";
import { exportClicks } from "./commands/clicks/export";
import { listClicks } from "./commands/clicks/list";
import { replayClicksCommand } from "./commands/clicks/replay";
import { showClick } from "./commands/clicks/show";
import { defineCompletion } from "./commands/completion";
import { listConversionsCommand } from "./commands/conversions/list";
import { migrateDatabase } from "./commands/db/migrate";
import { doctor } from "./commands/doctor";
import { inspect } from "./commands/inspect";
import { allowRange, denyRange, removeRangeCommand } from "./commands/ip-data/decide";
import { lookUpAddressCommand } from "./commands/ip-data/lookup";
import { ipDataStatus } from "./commands/ip-data/status";
import { updateIpDataCommand } from "./commands/ip-data/update";
import { showAccount } from "./commands/ledger/account";
import { verifyLedger } from "./commands/ledger/verify";
import { listLinksCommand } from "./commands/links/list";
import { disableLinkCommand, enableLinkCommand } from "./commands/links/stop";
import { login } from "./commands/login";
import { addOperatorCommand } from "./commands/operators/add";
import { diffPolicy } from "./commands/policy/diff";
import { showPolicy } from "./commands/policy/show";
import { drainQueueCommand, replayRecordedCommand } from "./commands/queues/act";
import {
  discardJobsCommand,
  parkJobsCommand,
  retryQueueCommand,
} from "./commands/queues/act-on-jobs";
import { listFailedJobsCommand } from "./commands/queues/failed";
import { listQueuesCommand } from "./commands/queues/list";
import { listParkedJobsCommand } from "./commands/queues/parked";
import { statsBreakdown } from "./commands/stats/breakdown";
import { statsSeries } from "./commands/stats/series";
import { showStats } from "./commands/stats/show";
import { verifyStats } from "./commands/stats/verify";
import { listStripeEvents } from "./commands/stripe/events";
import { retryStripeEvent } from "./commands/stripe/retry";
import { top } from "./commands/top/top";
import { listUsersCommand } from "./commands/users/list";
import { showUserCommand } from "./commands/users/show";
import { restoreUserCommand, suspendUserCommand } from "./commands/users/suspend";
import {
  holdWithdrawalCommand,
  releaseWithdrawalCommand,
  retryWithdrawalCommand,
} from "./commands/withdrawals/decide";
import { listWithdrawalsCommand } from "./commands/withdrawals/list";
import { showWithdrawalCommand } from "./commands/withdrawals/show";
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
