import { startDemo } from "./demo/start-demo";
import { StartError } from "./stack/start-error";
import { startStack } from "./stack/start-stack";

const startedAt = Number(process.env.FAIRCLICK_STARTED_AT ?? performance.timeOrigin);
const leaving = new AbortController();

// The terminal may be closed before everything has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const start = process.argv.includes("--demo") ? startDemo : startStack;
const starting = start({
  env: process.env,
  say: (line) => console.log(line),
  signal: leaving.signal,
}).catch(exitWithError);
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, leave);

const { url } = await starting;
console.log(`Fairclick is ready: ${url}`);
console.log(`It took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s. Ctrl-C stops it.`);

function exitWithError(error: unknown): never {
  if (leaving.signal.aborted) process.exit(0);
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

async function leave(): Promise<void> {
  if (leaving.signal.aborted) return;
  console.log("Stopping …");
  leaving.abort();
  await (await starting).stop();
  process.exit(0);
}
