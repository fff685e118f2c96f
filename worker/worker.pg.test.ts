import { readConfig } from "@fairclick/services/config";
import { startPooler } from "@fairclick/sql/testing/start-pooler";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { expect, it } from "vitest";
import { startWorker } from "./start-worker";
import { describeWorker } from "./testing/worker-suite";

const { db, owner, url } = await createTestDatabase();
const sharing = await startPooler(url, "shares processes");

describeWorker("A worker with its queue in Postgres", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: null,
});

it("asks Postgres little while nobody clicks", async () => {
  const config = readConfig({ DATABASE_URL: url, PORT: "0", IP_DATA_URL: "off" });
  const worker = startWorker(config, pino({ level: "silent" }));
  const count = async () => {
    const [row] = await owner<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  // What a start does once takes longer on a busy machine.
  let fewest = Infinity;
  for (let span = 0; span < 8 && fewest > 80; span += 1) {
    const before = await count();
    await Bun.sleep(5_000);
    fewest = Math.min(fewest, (await count()) - before);
  }
  expect(fewest).toBeLessThanOrEqual(80);
  await worker.stop();
});

it("refuses to run behind a pooler that shares server processes, and says so", async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/main.ts`], {
    env: { DATABASE_URL: sharing },
    stderr: "pipe",
  });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toContain(
    "DATABASE_URL: A pooler shares server processes",
  );
});

it("prints one line per invalid setting, and exits", () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, `${import.meta.dirname}/main.ts`], {
    env: { DATABASE_URL: "", PORT: "many" },
  });
  expect(exitCode).toBe(1);
  expect(stderr.toString().trim().split("\n")).toEqual([
    "Configuration is wrong:",
    expect.stringContaining("PORT: "),
    "  DATABASE_URL: is required",
  ]);
});
