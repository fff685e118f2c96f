import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingNames } from "@fairclick/services/config";
import { z } from "zod";
import { findFreePort } from "../processes/free-port";
import { lockDataFolder, openDataFolder } from "./data-folder";
import { provideOperatorToken } from "./operator-token";
import { openProcessList, stopOrphans } from "./process-list";
import { readSettings } from "./read-settings";
import { requireFreePort } from "./require-free-port";
import type { Starting } from "./stack-parts";
import { startDatabase } from "./start-database";
import { startGoogle } from "./start-google";
import { startMail } from "./start-mail";
import { startProgram } from "./start-program";
import { startStripe } from "./start-stripe";
import { probeOk } from "./wait-until-ready";
import { buildWebApp } from "./web-build";

export type Stack = { url: string; stop: () => Promise<void> };

export type StackOptions = Pick<Starting, "env" | "say" | "signal">;

/**
 * Starts all parts in order of dependency. If one fails, those before it are stopped. Throws a
 * `StartError` for what the user can fix.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    return { url: await startParts(options, (stopPart) => stops.push(stopPart)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: StackOptions, onStop: Starting["onStop"]): Promise<string> {
  const { env, say, signal } = options;
  const config = readSettings(env);
  const { dataDir } = config;
  openDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  onStop(async () => unlock());
  const leftOvers = await stopOrphans(dataDir);
  if (leftOvers.length > 0)
    say(`Stopped processes left by a killed start: ${leftOvers.join(", ")}`);
  const port = config.port || (await findFreePort());
  await requireFreePort(port);

  const starting = { ...options, config, onStop, processes: openProcessList(dataDir) };
  const webApp = startWebBuild(onStop);
  const database = await startDatabase(starting);
  await provideOperatorToken(dataDir, database.ownerUrl);
  const stripe = config.stripe ? null : await startStripe(starting, port);
  const google = config.google ? null : await startGoogle(starting);
  const mail = config.mail ? null : await startMail(starting);
  say(`Queue     ${config.redisUrl ? "in Redis, from REDIS_URL" : "in Postgres"}`);
  say(`Web app   ${(await webApp) ? "built" : "up to date"}`);
  signal.throwIfAborted();

  const workerPort = await findFreePort();
  const settings = {
    PORT: String(port),
    APP_URL: env.APP_URL || `http://localhost:${port}`,
    PROCESSES: env.PROCESSES || "auto",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: "",
    ...stripe?.env,
    ...google?.env,
    ...mail?.env,
  };
  await startProgram(starting, {
    name: "worker",
    script: "worker/main.ts",
    env: { ...settings, PORT: String(workerPort) },
    probe: () => probeOk(`http://127.0.0.1:${workerPort}/readyz`),
  });
  say(`Worker    http://localhost:${workerPort}/readyz`);
  await startProgram(starting, {
    name: "api",
    script: "api/main.ts",
    env: settings,
    probe: () => probeOk(`http://127.0.0.1:${port}/readyz`),
  });
  say(`API       http://localhost:${port}/api`);
  say(`Addresses ${await describeAddressData(port)}`);
  writeStackFiles(starting, {
    "ports.json": {
      api: port,
      stripe: stripe?.port ?? null,
      google: google?.port ?? null,
      mail: mail?.port ?? null,
      postgres: database.port,
    },
    "settings.json": pickSettings({ ...env, ...settings, DATABASE_OWNER_URL: database.ownerUrl }),
  });
  return `http://localhost:${port}`;
}

/** What the api says of the lists and tables of addresses. */
async function describeAddressData(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { warnings } = readinessSchema.parse(await response.json());
  const problem = warnings.find((warning) => warning.startsWith(ADDRESS_WARNING));
  if (!problem) return "known by lists and tables that are up to date";
  const lines = [...problem.slice(ADDRESS_WARNING.length).split("; "), LOADING];
  return lines.join(`\n${" ".repeat("Addresses ".length)}`);
}

const LOADING = "The worker loads what it can reach.";

const ADDRESS_WARNING = "ip data: ";
const readinessSchema = z.object({ warnings: z.array(z.string()) });

/**
 * Builds the web app while the database starts. The returned promise rejects if the build fails.
 */
function startWebBuild(onStop: Starting["onStop"]): Promise<boolean> {
  const cancelling = new AbortController();
  const built = buildWebApp(cancelling.signal);
  const settled = built.then(
    () => {},
    () => {},
  );
  onStop(async () => {
    cancelling.abort();
    await settled;
  });
  return built;
}

function pickSettings(env: Starting["env"]): object {
  return Object.fromEntries(settingNames.map((name) => [name, env[name]]));
}

/**
 * Writes ports and settings for programs that work beside a running stack, such as the CLI. The
 * files contain passwords.
 */
function writeStackFiles({ config, onStop }: Starting, notes: Record<string, object>): void {
  for (const [name, content] of Object.entries(notes)) {
    const file = join(config.dataDir, name);
    writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    onStop(async () => rmSync(file, { force: true }));
  }
}
