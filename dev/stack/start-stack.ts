import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingNames } from "@fairclick/services/config";
import { findFreePort } from "../processes/free-port";
import { lockDataFolder, openDataFolder } from "./data-folder";
import { provideOperatorToken } from "./operator-token";
import { openProcessList, stopLeftOvers } from "./process-list";
import { readSettings } from "./read-settings";
import { refuseTakenPort } from "./refuse-taken-port";
import type { Starting } from "./stack-parts";
import { startDatabase } from "./start-database";
import { startGoogle } from "./start-google";
import { startProgram } from "./start-program";
import { startStripe } from "./start-stripe";
import { answersOk } from "./wait-until-ready";
import { buildWebApp } from "./web-build";

export type Stack = { url: string; stop: () => Promise<void> };

export type StackOptions = Pick<Starting, "env" | "say" | "signal">;

/**
 * Starts everything, in the order in which one part needs the other. When a part cannot start,
 * those before it are stopped again. Throws a `StartError` for what a person can mend.
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
  const leftOvers = await stopLeftOvers(dataDir);
  if (leftOvers.length > 0) say(`Stopped what a killed start had left: ${leftOvers.join(", ")}`);
  const port = config.port || (await findFreePort());
  await refuseTakenPort(port);

  const starting = { ...options, config, onStop, processes: openProcessList(dataDir) };
  const webApp = startWebBuild(onStop);
  const database = await startDatabase(starting);
  await provideOperatorToken(dataDir, database.ownerUrl);
  const stripe = config.stripe ? null : await startStripe(starting, port);
  const google = config.google ? null : await startGoogle(starting);
  say(`Queue     ${config.redisUrl ? "in Redis, as REDIS_URL says" : "in Postgres"}`);
  say(`Web app   ${(await webApp) ? "built" : "up to date"}`);
  signal.throwIfAborted();

  const workerPort = config.workerPort || (await findFreePort());
  const settings = {
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: "",
    ...stripe?.env,
    ...google?.env,
  };
  await startProgram(starting, {
    name: "worker",
    script: "worker/main.ts",
    env: settings,
    ask: () => answersOk(`http://127.0.0.1:${workerPort}/readyz`),
  });
  say(`Worker    http://localhost:${workerPort}/readyz`);
  await startProgram(starting, {
    name: "api",
    script: "api/main.ts",
    env: { ...settings, WORKER_PORT: "" },
    ask: () => answersOk(`http://127.0.0.1:${port}/readyz`),
  });
  say(`API       http://localhost:${port}/api`);
  leaveNotes(starting, {
    "ports.json": {
      api: port,
      stripe: stripe?.port ?? null,
      google: google?.port ?? null,
      postgres: database.port,
    },
    "settings.json": settingsOf({ ...env, ...settings, DATABASE_OWNER_URL: database.ownerUrl }),
  });
  return `http://localhost:${port}`;
}

/** Runs beside the start of the database; whoever awaits the answer hears of its failure. */
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

function settingsOf(env: Starting["env"]): object {
  return Object.fromEntries(settingNames.map((name) => [name, env[name]]));
}

/** For whoever works beside a running stack, as the CLI does. They hold passwords. */
function leaveNotes({ config, onStop }: Starting, notes: Record<string, object>): void {
  for (const [name, content] of Object.entries(notes)) {
    const file = join(config.dataDir, name);
    writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    onStop(async () => rmSync(file, { force: true }));
  }
}
