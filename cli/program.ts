import { Command, CommanderError } from "commander";
import { accountsNouns } from "./accounts";
import { campaignsNouns } from "./campaigns";
import { clicksNouns } from "./clicks";
import { type CliCommand, moveCommonOptions, type Noun } from "./frame/command";
import {
  describeFailure,
  describeUsageError,
  EXIT_DONE,
  type ExitCode,
  exitCodeMeanings,
  type Failure,
} from "./frame/failures";
import type { Host } from "./frame/host";
import { createPaint, guardOutput, toJsonLine } from "./frame/output";
import { ipNouns } from "./ip";
import { moneyNouns } from "./money";
import { backup, doctor, operationsNouns, restore } from "./operations";
import { login, logout, whoami } from "./operators";
import { audit, defineInspect, defineTodo } from "./work";

const HELP_WIDTH = 90;

export const nouns: readonly Noun[] = [
  ...clicksNouns,
  ...campaignsNouns,
  ...accountsNouns,
  ...moneyNouns,
  ...ipNouns,
  ...operationsNouns,
];

export const verbs: CliCommand[] = [
  defineTodo(run),
  defineInspect(run),
  audit,
  doctor,
  backup,
  restore,
  login,
  logout,
  whoami,
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
Every command accepts -o table, json or csv; --json is the same as -o json. Times are dates,
2026-01-31T12:00:00Z, or 2h and 3d for hours and days ago. A campaign is given by its id or name. Results go
to standard output, everything else to standard error.

Environment:
  FAIRCLICK_API      address of the API
  FAIRCLICK_TOKEN    operator token
  FAIRCLICK_TIMEOUT  seconds to wait for a response (default 15; 240 for long-running commands)
  NO_COLOR           disables colours
  DATA_DIR           data folder of a local \`bun start\` (default .data)
  PG_BIN             folder with Postgres' programs, for backup and restore

Exit codes:
${codes.join("\n")}`;
}

/** Set by `bun run build:cli`; not defined in a checkout. */
declare const FAIRCLICK_VERSION: string | undefined;

/** The commit from which the program was built, and its date. */
const version =
  typeof FAIRCLICK_VERSION === "string" ? FAIRCLICK_VERSION : "development, from a checkout";

type Surroundings = {
  /** `run` prints errors as JSON, so Commander prints none. */
  isJson: boolean;
  finish: (exitCode: ExitCode) => void;
  /** Adds the commands of a group, such as `links`, when one of them runs: there are dozens. */
  isLazy?: true;
};

/** Runs one command line, without the program's own name, and returns the exit code. Never throws. */
export async function run(args: readonly string[], given: Host): Promise<ExitCode> {
  const host = guardHost(given);
  const isJson = asksForJson(args);
  const fail = (failure: Failure): ExitCode => {
    host.remark(isJson ? `${toJsonLine({ error: failure })}\n` : toText(failure, host));
    return failure.exitCode;
  };
  let exitCode: ExitCode = EXIT_DONE;
  const program = createProgram(host, {
    isJson,
    isLazy: true,
    finish: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(moveCommonOptions(args), { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(describeFailure(error));
    const failure = describeUsageError(error);
    if (!failure) return EXIT_DONE;
    // Commander has already printed the error as text.
    return isJson ? fail(failure) : failure.exitCode;
  }
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const line = (end === -1 ? args : args.slice(0, end)).join(" ");
  return /(?:^| )(?:--json|-o ?json|--output[ =]json)(?: |$)/.test(line);
}

/** Escapes terminal control sequences in all output, whichever command prints it. */
function guardHost(host: Host): Host {
  return {
    ...host,
    write: (text) => host.write(guardOutput(text)),
    remark: (text) => host.remark(guardOutput(text)),
  };
}

function toText({ message, hint }: Failure, host: Host): string {
  const paint = createPaint(host.colours);
  return `${paint.bad("error:")} ${message}\n${hint ? `${paint.faint(hint)}\n` : ""}`;
}
