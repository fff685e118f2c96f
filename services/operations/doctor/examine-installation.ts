import pino from "pino";
import { type Config, ConfigError, readConfig } from "../../config";
import { openQueue } from "../../queue/open-queue";
import { type CheckResult, fail, ok, warn } from "./check-result";
import { examineCertificates } from "./examine-certificates";
import { examineDatabase } from "./examine-database";
import { examineDisk, examineSpool, examineWebBuild } from "./examine-files";
import { examineSettings } from "./examine-settings";

/** Checks everything that api and worker need on this machine; changes nothing. */
export async function examineInstallation(
  env: Record<string, string | undefined>,
): Promise<CheckResult[]> {
  const config = readOrExplain(env);
  if (Array.isArray(config)) return config;
  const [database, queue, disk, spool, web, certificates] = await Promise.all([
    examineDatabase(config),
    examineQueue(config),
    examineDisk(config),
    examineSpool(config),
    examineWebBuild(config),
    examineCertificates(config),
  ]);
  return [...database, queue, disk, spool, web, ...examineSettings(config), ...certificates];
}

function readOrExplain(env: Record<string, string | undefined>): Config | CheckResult[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail(
        "settings",
        problem,
        "Set it in the environment or in .env; .env.example explains each. This command examines a server with its settings: from another machine, use `fairclick top` and `queues list`.",
      ),
    );
  }
}

async function examineQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
): Promise<CheckResult> {
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
