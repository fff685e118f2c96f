import { StartError } from "./stack/start-error";
import { type Stack, startStack } from "./stack/start-stack";

const startedAt = Number(process.env.FAIRCLICK_STARTED_AT ?? performance.timeOrigin);
const leaving = new AbortController();

// The terminal may be gone by the time that everything has been stopped.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const stack = start();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, leave);
const { url } = await stack;
console.log(`Fairclick is ready: ${url}`);
console.log(`It took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s. Ctrl-C stops it.`);

async function start(): Promise<Stack> {
  try {
    const { env } = process;
    return await startStack({ env, say: (line) => console.log(line), signal: leaving.signal });
  } catch (error) {
    if (leaving.signal.aborted) process.exit(0);
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

async function leave(): Promise<void> {
  if (leaving.signal.aborted) return;
  console.log("Stopping …");
  leaving.abort();
  await (await stack).stop();
  process.exit(0);
}
