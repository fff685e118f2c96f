/** Runs until SIGTERM, as api and worker do. */
import { pino } from "pino";
import { surviveLostConnections } from "../connection-errors";

const log = pino();
surviveLostConnections(log);
const alive = setInterval(() => {}, 60_000);
process.on("SIGTERM", () => clearInterval(alive));
log.info("living");
