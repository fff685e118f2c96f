import { findConnectionFault } from "@fairclick/sql/db/tx";
import type { Logger } from "pino";
import { type Config, ConfigError, readConfig } from "./config";
import { createLog, surviveLostConnections } from "./connection-errors";
import { repeat, withTimeout } from "./context";
import { isOneOfSeveral, reportStart, runSeveral } from "./processes";
import { refuseUnsupportedStore } from "./redis";

type Running = { port: number | undefined; stop: () => Promise<void> };

type Program = {
  name: "api" | "worker";
  env: Record<string, string | undefined>;
  /** Logged when the program has started. */
  startedMessage: string;
  start: (config: Config, log: Logger) => Promise<Running>;
};

/**
 * Runs the program, in `PROCESSES` processes, until SIGTERM or SIGINT, then stops it and exits with 0. Exits with 1 and a plain
 * message if the configuration is wrong, a store is unfit, or the port is in use.
 */
export async function runProcess(program: Program): Promise<void> {
  const started = await start(program);
  if (!started) return;
  const { running, log } = started;
  surviveLostConnections(log);
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "stopping");
      await running.stop();
      process.exit(0);
    });
  }
  log.info({ port: running.port }, program.startedMessage);
  reportStart();
}

/** Null if other processes do the work. */
async function start(program: Program): Promise<{ running: Running; log: Logger } | null> {
  let config: Config | null = null;
  try {
    config = readConfig(program.env);
    if (config.processes > 1 && !isOneOfSeveral) {
      startSeveral(program, config);
      return null;
    }
    await refuseUnsupportedStore(config);
    await refuseUnfitConnections(config.databaseUrl, exitWith);
    const log = createLog(program.name, config);
    const running = await program.start(config, log);
    return { running, log };
  } catch (error) {
    if (config && isPortTaken(error)) {
      console.error(`Port ${config.port} is already in use. Choose another one with PORT.`);
      process.exit(1);
    }
    return exitWith(error);
  }
}

/** Throws if the port is in use: the processes that share it would not notice. */
function startSeveral({ name }: Program, config: Config): void {
  const log = createLog(name, config);
  const { processes, listenHost: hostname, port } = config;
  const trial = Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response() });
  const env = { PORT: String(trial.port) };
  void trial.stop(true);
  runSeveral({
    ...{ processes, env },
    onRestart: (ended) => log.warn(ended, "a process ended and is started again"),
  });
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function exitWith(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

const CHECK_TIMEOUT_MS = 5_000;
const RETRY_MS = 2_000;
/** SQLSTATE: a pooler refuses a start-up parameter. */
const PROTOCOL_VIOLATION = "08P01";

/**
 * Throws a `ConfigError` if a pooler between us and Postgres would lose commits or settings. If
 * Postgres cannot be reached, the check continues in the background and calls `onUnfit` if it
 * fails.
 */
async function refuseUnfitConnections(
  databaseUrl: string,
  onUnfit: (error: ConfigError) => void,
): Promise<void> {
  if (await isFit(databaseUrl)) return;
  const checks = repeat(async () => {
    try {
      if (await isFit(databaseUrl)) void checks.stop();
    } catch (error) {
      if (error instanceof ConfigError) onUnfit(error);
    }
    return RETRY_MS;
  });
}

/** False if Postgres cannot be reached. */
async function isFit(databaseUrl: string): Promise<boolean> {
  try {
    const check = findConnectionFault(databaseUrl);
    const fault = await withTimeout(check, CHECK_TIMEOUT_MS, "Postgres");
    if (fault !== null) throw new ConfigError([`DATABASE_URL: ${fault}`]);
    return true;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof Error && "code" in error && error.code === PROTOCOL_VIOLATION) {
      throw new ConfigError([`DATABASE_URL: ${error.message}. ${REFUSED_PARAMETER}`]);
    }
    return false;
  }
}

export const REFUSED_PARAMETER =
  "A pooler refuses the start-up parameter options: connect to Postgres directly.";
