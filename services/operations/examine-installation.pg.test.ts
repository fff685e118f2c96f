import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policy } from "@fairclick/core/clicks/release-policy";
import { forget, processStripeEvent } from "@fairclick/core/jobs";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { startPooler } from "@fairclick/sql/testing/start-pooler";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { ipSources } from "../ip/ip-sources";
import { openQueue } from "../queue/open-queue";
import { examineInstallation } from "./doctor";

const { url, owner, ownerUrl } = await createTestDatabase();
const dropping = await startPooler(url, "drops options");
const folder = mkdtempSync(join(tmpdir(), "fairclick-doctor-"));
writeFileSync(join(folder, "index.html"), "");
writeFileSync(join(folder, "file"), "");
afterAll(() => rmSync(folder, { recursive: true }));

const sound = { DATABASE_URL: url, DATA_DIR: join(folder, "not", "yet"), WEB_DIST: folder };

async function examine(env: Record<string, string>) {
  const results = await examineInstallation({ ...sound, ...env });
  return Object.fromEntries(results.map((result) => [result.check, result]));
}

function withPath(address: string, pathname: string): string {
  return Object.assign(new URL(address), { pathname }).href;
}

describe("examineInstallation", () => {
  it("finds a sound installation sound", async () => {
    await owner`
      insert into worker_heartbeats (worker_id, host, seen_at, last_job_at)
      values (gen_random_uuid(), 'here', now(), now())`;
    const {
      queue,
      durability,
      stripe,
      countries,
      "ip data": ipData,
      ...others
    } = await examine({});
    expect(Object.values(others).filter(({ status }) => status !== "ok")).toEqual([]);
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining([
        "database",
        "migrations",
        "clock",
        "disk",
        "spool",
        "web",
        "proxies",
      ]),
    );
    expect(stripe?.status).toBe("warn");
    expect(countries).toMatchObject({ status: "warn", detail: expect.stringContaining("unknown") });
    expect(ipData).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("There is no address data"),
      advice: expect.stringContaining("fairclick ip-data update"),
    });
    // The tests' own Postgres is fast because it is not durable, and that is what it must say.
    expect(queue).toMatchObject({ status: "warn", detail: expect.stringContaining("fsync = off") });
    expect(durability).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("fsync = off: a power cut can destroy the database"),
    });
  });

  it("finds an untrusted proxy", async () => {
    const { origins } = await examine({});
    expect(origins).toMatchObject({ status: "ok", detail: expect.stringContaining("no clicks") });
    const campaign = crypto.randomUUID();
    await insertJudgedClicks(
      owner,
      owner`
        select gen_random_uuid() as id, now() as clicked_at, ${campaign}::uuid as campaign_id,
          ${campaign}::uuid as creator_id, 'invalid' as verdict, 'ip_repeat' as reason,
          case when n < 6 then '198.51.100.7'::inet else '172.18.0.2' end as ip_key
        from generate_series(1, 120) n`,
    );
    const wrong = await examine({ APP_URL: "https://127.0.0.1:9" });
    expect(wrong.origins).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("95% of the last hour's 120 clicks come from 172.18.0.2"),
    });
    expect(wrong.tls).toMatchObject({ status: "warn" });
    await owner`delete from clicks where campaign_id = ${campaign}`;
    await owner`truncate click_visitors`;
  });

  it("judges the rules by the effects in force, not by the release's", async () => {
    const { rules } = await examine({});
    expect(rules?.status).toBe("ok");
    await owner`
      insert into rule_trials (
        signal, from_day, to_day, clicks, joined, returned, accepted_clicks, accepted_joined,
        accepted_returned, developers, others_clicks,
        others_returned, measured_at
      )
      values ('ip_burst', '2026-11-01', '2026-11-20', 2000, 300, 100, 10000, 2000, 500, 4, 900, 60, now())`;
    expect((await examine({})).rules).toMatchObject({
      ...{ status: "warn", detail: expect.stringContaining("ip_burst") },
    });
    const held = { ...policy, effects: { ...policy.effects, ip_burst: "held" } };
    await owner`
      insert into policy_versions (
        version, rules_version, origin, active_from, policy, edits, reason, created_at
      )
      values (${policy.version}, ${policy.version}, 'release', '2026-01-01', ${owner.json(held)}, '{}', 'why',
        '2026-01-01')`;
    expect((await examine({})).rules).toMatchObject({ status: "ok" });
    await owner`truncate rule_trials, policy_versions`;
  });

  it("names every result uniquely", async () => {
    const names = (await examineInstallation(sound)).map(({ check }) => check);
    expect(names).toEqual([...new Set(names)]);
  });

  it("names a dead worker, what waits for it, and what failed before it died", async () => {
    await owner`update worker_heartbeats set seen_at = '2026-11-20T06:00:00Z'`;
    const queue = openQueue(
      { databaseUrl: url, redisUrl: null },
      { log: pino({ level: "silent" }), runsJobs: true },
    );
    const contract = { ...processStripeEvent, attempts: 1 };
    await queue.send(contract, { eventId: "evt_1" });
    const run = async () => {
      throw new Error("the bank is closed");
    };
    const worker = queue.work({ contract, concurrency: 1, run });
    await expect.poll(async () => (await examine({})).failed?.status).toBe("warn");
    await worker.stop(1_000);
    for (let n = 0; n < 3; n += 1) await queue.send(forget, {});
    await owner`
      update bullmq.job set added_at_ms = added_at_ms - 180000 where queue = 'forget'`;
    await queue.close();
    const { workers, jobs, failed } = await examine({});
    expect(workers).toMatchObject({
      status: "fail",
      detail: "none is alive, since 2026-11-20T06:00:00.000Z",
    });
    expect(jobs).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("forget 3, the oldest for 3 min"),
    });
    expect(failed?.detail).toContain("process-stripe-event 1");
  });

  it("names a disk of Postgres that is full, and leaves no rows behind", async () => {
    expect((await examine({})).writing).toMatchObject({ status: "ok" });
    expect(await owner`select from worker_heartbeats where host like 'xxx%'`).toEqual([]);
    await owner`
      create function run_out_of_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
      end $$`;
    await owner`create trigger out_of_room before insert on worker_heartbeats execute function run_out_of_room()`;
    expect((await examine({})).writing).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("Postgres' disk is full: could not extend file"),
    });
    await owner`drop trigger out_of_room on worker_heartbeats`;
  });

  it("finds a pooler that the application must not run behind", async () => {
    const { connections } = await examine({ DATABASE_URL: dropping });
    expect(connections).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("a pooler drops the start-up parameter options"),
    });
  });

  it("reports a server that does not listen", async () => {
    const { database, queue } = await examine({ DATABASE_URL: "postgres://app@127.0.0.1:9/none" });
    expect([database?.status, queue?.status]).toEqual(["fail", "fail"]);
    expect(database?.advice).toContain("DATABASE_URL leads to it");
  });

  it("tells a wrong password and a missing database from each other", async () => {
    const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
    const { database: password } = await examine({ DATABASE_URL: wrong });
    expect(password).toMatchObject({ status: "fail", advice: expect.stringContaining("password") });
    const { database: name } = await examine({ DATABASE_URL: withPath(url, "/elsewhere") });
    expect(name).toMatchObject({ status: "fail", advice: expect.stringContaining("its name") });
  });

  it("recommends `db migrate` if migrations are missing", async () => {
    const { database } = await examine({ DATABASE_URL: withPath(ownerUrl, "/postgres") });
    expect(database).toMatchObject({
      status: "fail",
      advice: expect.stringContaining("db migrate"),
    });
  });

  it("says how old the address data is", async () => {
    const confirm = async (hoursAgo: number) => {
      for (const { name, class: listClass } of ipSources) {
        await owner`
          insert into ip_lists (name, class, source, version, body, packed, ranges, networks,
            fetched_at, checked_at, tried_at)
          values (${name}, ${listClass}, 'test', '1', ${listClass === "asn" || listClass === "country" ? null : ""},
            ${listClass === "asn" || listClass === "country" ? Buffer.alloc(8) : null}, 1, 1, now(),
            now() - ${`${hoursAgo} hours`}::interval, now())
          on conflict (name) do update set checked_at = excluded.checked_at`;
      }
      return (await examine({}))["ip data"];
    };
    expect(await confirm(3)).toMatchObject({
      status: "ok",
      detail: `${ipSources.length} lists, the oldest confirmed 3 h ago`,
    });
    expect((await examine({})).countries).toMatchObject({ status: "ok", detail: "known" });
    expect(await confirm(24 * 20)).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("up to 20 days old"),
    });
    const off = (await examine({ IP_DATA_URL: "off" }))["ip data"];
    expect(off?.advice).toContain("Downloads are off");
  });

  it("names missing and foreign migrations", async () => {
    await owner`delete from migrations where name = 'schema.sql'`;
    const { migrations: missing } = await examine({});
    expect(missing).toMatchObject({ status: "fail", detail: "not applied: schema.sql" });
    await owner`insert into migrations (name, hash) values ('9999_future.sql', '')`;
    const { migrations: foreign } = await examine({});
    expect(foreign).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("another version: 9999_future.sql"),
    });
  });

  it("wants a folder for its data and a web build", async () => {
    const { disk, web } = await examine({ DATA_DIR: join(folder, "file"), WEB_DIST: "/nowhere" });
    expect(disk).toMatchObject({ status: "fail", detail: expect.stringContaining("not a folder") });
    expect(web?.status).toBe("fail");
  });

  it("goes no further when settings are wrong, and lists them all", async () => {
    const results = await examineInstallation({ ...sound, PORT: "many", REDIS_URL: "nonsense" });
    expect(results.map(({ check, status }) => [check, status])).toEqual([
      ["settings", "fail"],
      ["settings", "fail"],
    ]);
  });
});
