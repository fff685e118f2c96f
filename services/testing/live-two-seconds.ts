/** Lives as api and worker do, for two seconds. */
import { pino } from "pino";
import { surviveLostConnections } from "../connection-errors";

surviveLostConnections(pino());
setTimeout(() => process.exit(0), 2_000);
