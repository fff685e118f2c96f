import { decideAddress } from "@fairclick/core/clicks/address-evidence";
import { findAddressFacts, findCountry, listAgeWarnings } from "@fairclick/core/ip/ip-data";
import { readConfig } from "@fairclick/services/config";
import { loadIpData } from "@fairclick/services/ip/ip-data";
import { serveLists } from "@fairclick/services/ip/testing/list-server";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { updateIpDataJob } from "./jobs";
import { createWorkerMetrics } from "./metrics";

const { db, owner, url } = await createTestDatabase();
const { url: ipDataUrl, lists, asked } = serveLists();
const lines: { level: number; msg: string }[] = [];
const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: false });
afterAll(() => queue.close());

const run = (IP_DATA_URL: string, data: unknown = {}) => {
  const deps: WorkerDeps = {
    config: readConfig({ DATABASE_URL: url, IP_DATA_URL }),
    db,
    log,
    queue,
    metrics: createWorkerMetrics(),
    now: () => new Date(),
    ipData: followNoIpData,
    stripe: null,
    mailer: null,
  };
  return updateIpDataJob.run(deps, data);
};

const countGood = async () => {
  const [row] = await owner`select count(version)::int as good from ip_lists`;
  return row?.good;
};

it("does nothing if downloads are off", async () => {
  await run("off");
  expect(await countGood()).toBe(0);
});

it("does without a network: it logs this, and knows networks and countries from the packages", async () => {
  await run("http://127.0.0.1:9");
  expect(await countGood()).toBe(4);
  const { data, ages } = await loadIpData(db, null);
  const decide = (address: string) =>
    decideAddress({ userAgent: null }, findAddressFacts(data, address));
  expect(decide("8.8.8.8")?.signal).toBe("datacenter");
  expect(decide("172.58.1.9")?.evidence).toMatchObject({ by: "carrier", asn: 21928 });
  expect(decide("73.1.2.3")).toBeNull();
  expect(decide("2607:fb90::1")?.evidence).toMatchObject({ by: "carrier" });
  expect(findCountry(data, "8.8.8.8")).toBe("US");
  expect(new Set(ages.map(({ checkedAt }) => checkedAt.toISOString().slice(0, 10)))).toEqual(
    new Set(["2026-06-17"]),
  );
  const warnings = listAgeWarnings(ages, new Date("2026-11-27T12:00:00Z")).join("; ");
  expect(warnings).toContain("162 days old (asn-v4, asn-v6, country-v4, country-v6)");
  expect(warnings).toContain("no list of VPNs");
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: expect.stringContaining("could not") });
});

it("downloads every list, and may run twice or concurrently", async () => {
  await Promise.all([run(ipDataUrl), run(ipDataUrl)]);
  expect(await countGood()).toBe(lists.size);
  const newer = await owner`select from ip_lists where version like 'npm %'`;
  expect(newer).toHaveLength(0);
  const askedBefore = asked();
  await run(ipDataUrl);
  expect(asked()).toBe(askedBefore);
});

it("rejects an invalid payload", async () => {
  await expect(run(ipDataUrl, "now")).rejects.toBeInstanceOf(UnrecoverableError);
});
