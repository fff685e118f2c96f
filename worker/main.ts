import { ConfigError, readConfig } from "@fairclick/services/config";
import { surviveLostConnections } from "@fairclick/services/connection-errors";
import { createLog } from "@fairclick/services/create-log";
import { refuseUnfitConnections } from "@fairclick/services/operations/health/refuse-unfit-connections";
import { refuseUnsupportedStore } from "@fairclick/services/queue/refuse-unsupported-store";
import { startWorker } from "./start-worker";

/** Says in plain lines what a person can mend, and leaves. */
function giveUp(error: unknown): never {
  if (error instanceof ConfigError) console.error(error.message);
  else if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    console.error(
      `Port ${process.env.WORKER_PORT} is already in use. Choose another one with WORKER_PORT.`,
    );
  } else console.error(error);
  process.exit(1);
}

async function start() {
  try {
    const config = readConfig(process.env);
    await refuseUnsupportedStore(config);
    await refuseUnfitConnections(config.databaseUrl, giveUp);
    const log = createLog("worker", config);
    const worker = startWorker(config, log);
    log.info({ port: worker.port }, "working");
    return { worker, log };
  } catch (error) {
    giveUp(error);
  }
}

const { worker, log } = await start();
surviveLostConnections(log);
let stopping = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    await worker.stop();
    process.exit(0);
  });
}
