/** A process for a test to kill: takes one job, prints so and never finishes it. */
import { pino } from "pino";
import { z } from "zod";
import { openQueue } from "../open-queue";

const [databaseUrl = "", redisUrl = "", name = ""] = process.argv.slice(2);
const queue = openQueue(
  { databaseUrl, redisUrl: redisUrl || null },
  { log: pino({ level: "silent" }), runsJobs: true, lockMs: 1_000 },
);
queue.work({
  contract: { name, schema: z.unknown(), attempts: 3, backoffMs: 10 },
  concurrency: 1,
  run: () => {
    process.stdout.write("holding\n");
    return new Promise(() => {});
  },
});
