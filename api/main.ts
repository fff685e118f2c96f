import { ConfigError, readConfig } from "@fairclick/services/config";
import { surviveLostConnections } from "@fairclick/services/connection-errors";
import { createLog } from "@fairclick/services/create-log";
import { refuseUnfitConnections } from "@fairclick/services/operations/health/refuse-unfit-connections";
import { refuseUnsupportedStore } from "@fairclick/services/queue/refuse-unsupported-store";
import { startApi } from "./start-api";

/** Says in plain lines what a person can mend, and leaves. */
function giveUp(error: unknown): never {
  if (error instanceof ConfigError) console.error(error.message);
  else if (isPortTaken(error)) {
    console.error(
      `Port ${process.env.PORT || 3000} is already in use. Choose another one with PORT.`,
    );
  } else console.error(error);
  process.exit(1);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

async function start() {
  try {
    const config = readConfig(process.env);
    await refuseUnsupportedStore(config);
    await refuseUnfitConnections(config.databaseUrl, giveUp);
    const log = createLog("api", config);
    const api = startApi(config, log);
    log.info({ port: api.port }, "listening");
    return { api, log };
  } catch (error) {
    giveUp(error);
  }
}

const { api, log } = await start();
surviveLostConnections(log);
let stopping = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    await api.stop();
    process.exit(0);
  });
}
