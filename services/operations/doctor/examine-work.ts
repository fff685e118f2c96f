import type { Db } from "@fairclick/sql/db/client";
import pino from "pino";
import type { Config } from "../../config";
import { openQueue } from "../../queue/open-queue";
import { judgeVitals } from "../health/judge-vitals";
import { createVitalsReader } from "../health/read-vitals";
import type { Finding } from "./finding";

/** Whether the work is done: workers, settlement, jobs, the books. */
export async function examineWork(
  db: Db,
  config: Pick<Config, "databaseUrl" | "redisUrl" | "clickWindowSeconds">,
): Promise<Finding[]> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    const vitals = await createVitalsReader({ db, jobs: queue })();
    return judgeVitals(vitals, config.clickWindowSeconds);
  } finally {
    await queue.close();
  }
}
