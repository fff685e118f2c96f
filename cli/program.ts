import { AppError } from "@fairclick/core/errors";
import { bounceSchema, mails } from "@fairclick/core/notices/notices";
import { Command } from "commander";
import { z } from "zod";
import { accountsNouns } from "./accounts";
import { campaignsNouns } from "./campaigns";
import { casesNouns } from "./cases";
import { clicksNouns } from "./clicks";
import { doctor } from "./database";
import { defineActs } from "./frame/change";
import type { CliCommand, Noun } from "./frame/command";
import { CliError, exitCodeMeanings } from "./frame/failures";
import type { Host } from "./frame/host";
import { listCommand } from "./frame/resource";
import { ipNouns } from "./ip";
import { login, logout, whoami } from "./login";
import { moneyNouns } from "./money";
import { operationsNouns } from "./operations";
import { runProgram, type Surroundings } from "./run-program";
import { audit, defineInspect, defineTodo, type RunCommand, top } from "./work";

/** Servers return the headers of a mail, or all of it. */
const MAX_CHARACTERS = 1_000_000;

const decideInput = { address: z.string().optional(), dsn: z.literal("-").optional() };

const decideMailCommand = defineActs({
  usage: "[address]",
  summary: "stop all mails to an address, or allow them again",
  about: "Needs a token with the scope mail:write.",
  examples: [
    'mail decide suppress gone@mail.example --reason "its mails come back"',
    "mail decide suppress --dsn - --reason bounce --yes < bounce.eml",
    'mail decide release back@mail.example --reason "the mailbox exists again"',
  ],
  options: (command) =>
    command.option("--dsn <input>", "- reads a delivery status notification from standard input"),
  optionsInput: decideInput,
  read: async (host, given) => {
    const { address, dsn } = z.object(decideInput).parse(given);
    if ((address === undefined) === (dsn === undefined)) {
      throw new CliError("validation", "Name either an address or --dsn -.", "Try --help.");
    }
    if (dsn === undefined) return {};
    const { readBounce } = await import("./read-bounce");
    return { bounce: await readBounce(await host.readInput(MAX_CHARACTERS)) };
  },
  acts: {
    suppress: {
      about:
        "Stops all mails to an address, such as one whose mails come back. Its owner still sees notices in the app. With --dsn -, the address is read from a delivery status notification (RFC 3464) on standard input, so that a mail server can pipe bounces into this command. It counts only if it reports a permanent failure of a mail that was sent to that address within 30 days, by its Message-ID; failures by policy (5.7) do not count.",
      send: ({ api }, _, json, { address, bounce }) =>
        bounce === undefined
          ? api.admin.mail[":act"].$post({
              param: { act: "suppress" },
              json: { ...json, address: z.string().parse(address) },
            })
          : api.admin.mail.bounce.$post({ json: { ...json, ...bounceSchema.parse(bounce) } }),
    },
    release: {
      about: "Allows mails to an address again. Mails that were skipped meanwhile are not sent.",
      send: ({ api }, _, json, { address }) => {
        if (address === undefined) throw new AppError("validation", "Name an address.");
        return api.admin.mail[":act"].$post({
          param: { act: "release" },
          json: { ...json, address: z.string().parse(address) },
        });
      },
    },
  },
});

const noticesNouns: readonly Noun[] = [
  {
    name: "mail",
    summary: "see mails that could not be sent, stop mails to an address",
    commands: [listCommand(mails), decideMailCommand],
  },
];

const HELP_WIDTH = 90;

export const nouns: readonly Noun[] = [
  ...clicksNouns,
  ...casesNouns,
  ...campaignsNouns,
  ...accountsNouns,
  ...moneyNouns,
  ...ipNouns,
  ...noticesNouns,
  ...operationsNouns,
];
const run: RunCommand = (args, host) => runProgram(createProgram, args, host);
export const verbs: CliCommand[] = [
  defineTodo(run),
  defineInspect(run),
  audit,
  doctor,
  login,
  logout,
  whoami,
  top,
];

export function createProgram(host: Host, { isJson, finish, isLazy }: Surroundings): Command {
  const program = new Command("fairclick")
    .description("Runs a Fairclick marketplace from the terminal.")
    .usage("<command>")
    .version(version, "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError("Run the command with --help to see its usage.")
    .configureOutput({ writeOut: host.write, writeErr: isJson ? () => {} : host.remark })
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: false })
    .addHelpText("after", explainSurroundings());
  const attach = ({ name, commands }: Noun) => {
    const group = findCommand(program, name);
    for (const command of commands) command.attach(group, host, finish);
  };
  for (const { name, summary } of nouns) {
    program.command(name).description(summary).usage("<command>");
  }
  const fill = (group: Command) => {
    if (group.commands.length > 0) return;
    nouns.filter(({ name }) => name === group.name()).forEach(attach);
  };
  if (isLazy) {
    program.hook("preSubcommand", (_program, chosen) => fill(chosen));
    program.addHelpText("beforeAll", ({ command }) => {
      fill(command);
      return "";
    });
  } else nouns.forEach(attach);
  for (const command of verbs) command.attach(program, host, finish);
  return program;
}

/** Returns the command of that name below another. Throws if there is none. */
export function findCommand(parent: Command, name: string): Command {
  const found = parent.commands.find((each) => each.name() === name);
  if (!found) throw new Error(`There is no command ${name}`);
  return found;
}

function explainSurroundings(): string {
  const codes = Object.entries(exitCodeMeanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `
Every command accepts -o table, json or csv; --json is the same as -o json. Lists accept --sort, and commands
that read accept --watch. Times are dates, 2026-01-31T12:00:00Z, or 2h and 3d for hours and days ago. A
campaign is given by its id or name. Results go to standard output, everything else to standard error.

Environment:
  FAIRCLICK_API      address of the API
  FAIRCLICK_TOKEN    operator token
  FAIRCLICK_TIMEOUT  seconds to wait for a response (default 15; 240 for long-running commands)
  NO_COLOR           disables colours
  DATA_DIR           data folder of a local \`bun start\` (default .data)

Exit codes:
${codes.join("\n")}`;
}

/** Set by `bun run build:cli`; not defined in a checkout. */
declare const FAIRCLICK_VERSION: string | undefined;

/** The commit from which the program was built, and its date. */
const version =
  typeof FAIRCLICK_VERSION === "string" ? FAIRCLICK_VERSION : "development, from a checkout";
