import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { openQueue } from "../queue/open-queue";
import { checkApiReadiness } from "./readiness";
import { createVitalsReader } from "./vitals";

const { db, owner, url } = await createTestDatabase();
const log = pino({ level: "silent" });
const there = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: false });
const away = openQueue(
  { databaseUrl: url, redisUrl: "redis://127.0.0.1:9" },
  { log, runsJobs: false },
);
const folder = mkdtempSync(join(tmpdir(), "fairclick-ready-"));
const file = join(folder, "file");
writeFileSync(file, "");
afterAll(async () => {
  await Promise.all([there.close(), away.close()]);
  rmSync(folder, { recursive: true });
});

async function check(queue: typeof there, dataDir: string) {
  const config = { dataDir, clickWindowSeconds: 60, ipDataUrl: null };
  const readVitals = createVitalsReader({ db, queue });
  return checkApiReadiness({ db, queue, config, readVitals, countCachedLinks: () => 0 });
}

it("is ready with the queue or with the spool, and not without both", async () => {
  expect(await check(there, folder)).toMatchObject({ ready: true });
  expect(await check(there, file)).toMatchObject({
    ready: true,
    warnings: expect.arrayContaining([expect.stringContaining("is not a folder")]),
  });
  expect(await check(away, folder)).toMatchObject({
    ...{ ready: true, redirects: true },
    parts: { queue: { ok: false } },
    warnings: expect.arrayContaining(["queue: not reachable"]),
  });
  expect(await check(away, file)).toMatchObject({
    ...{ ready: false, redirects: false },
    parts: { queue: { ok: false } },
  });
});

it("says why the queue refuses clicks", async () => {
  await owner`
    create function run_out_of_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$`;
  await owner`create trigger out_of_room before insert on bullmq.job execute function run_out_of_room()`;
  await expect(there.sendClicks([newClick()])).rejects.toThrow();
  expect((await check(there, folder)).warnings).toContainEqual(
    expect.stringMatching(/^queue: it refused clicks: could not extend file .* No space left/),
  );
  await owner`drop trigger out_of_room on bullmq.job`;
  await there.sendClicks([newClick()]);
  expect((await check(there, folder)).warnings.join()).not.toContain("refused clicks");
});
