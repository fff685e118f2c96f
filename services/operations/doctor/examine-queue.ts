import pino from "pino";
import type { Config } from "../../config";
import { openQueue } from "../../queue/open-queue";
import { type Finding, fail, ok, warn } from "./finding";

export async function examineQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
): Promise<Finding> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    const health = await queue.checkHealth();
    const setting = config.redisUrl ? "REDIS_URL" : "DATABASE_URL";
    if (!health.reachable) {
      return fail(
        "queue",
        health.reason,
        `Check that the store runs and that ${setting} is right.`,
      );
    }
    const store = health.store.store === "redis" ? "in Redis" : "in Postgres";
    if (health.problems.length > 0) {
      return fail(
        "queue",
        `${store}: ${health.problems.join("; ")}`,
        "Until then clicks go to the spool, and none is judged or paid.",
      );
    }
    return health.warnings.length === 0
      ? ok("queue", `${store}, keeps what it acknowledged`)
      : warn(
          "queue",
          `${store}: ${health.warnings.join("; ")}`,
          "Change it before real money moves.",
        );
  } finally {
    await queue.close();
  }
}
