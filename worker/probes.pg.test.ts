import { sendRefund } from "@fairclick/core/jobs";
import { readConfig } from "@fairclick/services/config";
import { ipSources } from "@fairclick/services/ip/ip-sources";
import { createVitalsReader } from "@fairclick/services/operations/vitals";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { createWorkerMetrics } from "./metrics";
import { createProbes, startWorker } from "./start-worker";

const { db, owner, url } = await createTestDatabase();
const config = readConfig({ DATABASE_URL: url });
const log = pino({ level: "silent" });
const queue = openQueue(config, { log, runsJobs: false });
afterAll(() => queue.close());
const deps = {
  config,
  db,
  queue,
  metrics: createWorkerMetrics(),
  readVitals: createVitalsReader({ db, queue }, 0),
  findHeartbeatProblem: () => null,
};

const answerSchema = z.object({ warnings: z.array(z.string()) });

async function readyz(daysAgo: number | null) {
  for (const { name, class: listClass } of daysAgo === null ? [] : ipSources) {
    const isTable = listClass === "asn" || listClass === "country";
    await owner`
      insert into ip_lists (name, class, source, version, body, packed, ranges, networks, fetched_at,
        checked_at, tried_at)
      values (${name}, ${listClass}, 'test', '1', ${isTable ? null : ""}, ${isTable ? Buffer.alloc(8) : null},
        1, 1, now(), now() - ${daysAgo} * interval '1 day', now())
      on conflict (name) do update set checked_at = excluded.checked_at`;
  }
  const response = await createProbes(deps).request("/readyz");
  const { warnings } = answerSchema.parse(await response.json());
  return { status: response.status, warnings: warnings.filter((text) => /address/i.test(text)) };
}

it("serves metrics to this machine, or to the token, only", async () => {
  const ask = async (metricsToken: string | null, peerIp: string, authorization = "") => {
    const app = createProbes({ ...deps, config: { ...config, metricsToken } });
    return (await app.request("/metrics", { headers: { authorization } }, { peerIp })).status;
  };
  expect(await ask(null, "127.0.0.1")).toBe(200);
  expect(await ask(null, "10.1.2.3")).toBe(401);
  expect(await ask("0123456789abcdef", "127.0.0.1")).toBe(401);
  expect(await ask("0123456789abcdef", "10.1.2.3", "Bearer 0123456789abcdef")).toBe(200);
});

it("warns of missing and old address data, and stays ready", async () => {
  expect(await readyz(null)).toEqual({
    status: 200,
    warnings: [expect.stringContaining("There is no address data")],
  });
  expect(await readyz(20)).toEqual({
    status: 200,
    warnings: [
      expect.stringContaining(
        `up to 20 days old (${ipSources.map(({ name }) => name).join(", ")})`,
      ),
    ],
  });
  expect(await readyz(1)).toEqual({ status: 200, warnings: [] });
});

it("is not ready before each of its jobs has shown a sign of life", async () => {
  const away = { databaseUrl: "postgres://127.0.0.1:1/away", redisUrl: null };
  const silent = openQueue(away, { log, runsJobs: true });
  const worker = silent.work({ contract: sendRefund, concurrency: 1, run: async () => {} });
  const { findConsumerProblem } = silent;
  const probes = createProbes({ ...deps, queue: { ...queue, findConsumerProblem } });
  const response = await probes.request("/readyz");
  expect(response.status).toBe(503);
  expect(answerSchema.parse(await response.json()).warnings).toContain(
    "worker: no sign of life from its jobs send-refund",
  );
  await worker.stop(1_000);
  await silent.close();
});

it("names the full disk of Postgres", async () => {
  await owner`
    create function run_out_of_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$`;
  await owner`create trigger out_of_room before insert on worker_heartbeats execute function run_out_of_room()`;
  const worker = startWorker({ ...config, port: 0 }, log);
  const said = async () => (await fetch(`http://127.0.0.1:${worker.port}/readyz`)).text();
  await expect.poll(said).toContain("Postgres' disk is full: could not extend");
  await worker.stop();
  await owner`drop trigger out_of_room on worker_heartbeats`;
});
