import { startPooler } from "@fairclick/sql/testing/start-pooler";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { describeWorker } from "./testing/worker-suite";

const { db, owner, url } = await createTestDatabase();
const sharing = await startPooler(url, "shares processes");

describeWorker("A worker with its queue in Postgres", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: null,
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
    env: { DATABASE_URL: "", WORKER_PORT: "many" },
  });
  expect(exitCode).toBe(1);
  expect(stderr.toString().trim().split("\n")).toEqual([
    "Configuration is wrong:",
    expect.stringContaining("WORKER_PORT: "),
    "  DATABASE_URL: is required",
  ]);
});
