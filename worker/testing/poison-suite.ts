import { packClicks } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { recordClicks } from "@fairclick/core/jobs";
import { readConfig } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import { judgeVitals, readVitals } from "@fairclick/services/operations/vitals";
import { openQueue } from "@fairclick/services/queue/open-queue";
import {
  discardJobs,
  openQueueOperations,
  parkJobs,
  retryJobs,
} from "@fairclick/services/queue/operate-queues";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WorkerDeps } from "../define-job";
import { recordClicksJob, settleClicksJob } from "../jobs";
import { createWorkerMetrics } from "../metrics";

type Stores = { db: Db; owner: Sql; databaseUrl: string; redisUrl: string | null };

const log = pino({ level: "silent" });
const HOUR = 3_600_000;

/** Tests jobs of clicks that cannot be recorded. `stores` must not contain other clicks. */
export function describePoison(title: string, stores: Stores): void {
  const { db, owner } = stores;
  const queue = openQueue(stores, { log, runsJobs: true, lockMs: 1_000 });
  const operations = openQueueOperations(stores, log);
  const deps: WorkerDeps = {
    config: readConfig({ DATABASE_URL: stores.databaseUrl, CLICK_WINDOW_SECONDS: "1" }),
    db,
    log,
    metrics: createWorkerMetrics(),
    queue,
    now: () => new Date(),
    ipData: followNoIpData,
    stripe: null,
    mailer: null,
  };
  afterAll(async () => {
    await Promise.all([operations.close(), queue.close()]);
  });

  let ids: { campaignId: string; creatorId: string };
  let operator: Ctx;
  const workers: { stop: (timeoutMs: number) => Promise<void> }[] = [];
  beforeEach(async () => {
    ids = { campaignId: (await addCampaign(db)).id, creatorId: await addUser(db) };
    operator = await operatorCtx(db, owner);
    await owner`truncate parked_jobs`;
    // A failed test leaves its jobs behind.
    await operations.drain(recordClicks.name);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(2_000)));
  });

  const at = Date.now() - 60_000;
  const send = (payload: unknown) =>
    operations.resend(recordClicks.name, { id: `${at}-test`, payload });
  const clicks = (count: number) => Array.from({ length: count }, () => newClick({ ...ids, at }));
  const runRecordClicks: Parameters<typeof queue.work>[0]["run"] = (data, job) =>
    recordClicksJob.run(deps, data, job);
  const work = (run = runRecordClicks) => {
    const worker = queue.work({ contract: recordClicks, concurrency: 1, run });
    workers.push(worker);
    return worker;
  };
  const figures = () => operations.examine(recordClicks.name);
  const parked = () => owner`select * from parked_jobs order by parked_at`;
  const countRecorded = async () => {
    const [row] = await owner<{ rows: number }[]>`
      select count(*)::int as rows from all_clicks where campaign_id = ${ids.campaignId}`;
    return row?.rows;
  };
  const countTransactions = async () => {
    const [row] = await owner<{ count: number }[]>`
      select count(distinct xmin::text)::int as count from pending_clicks`;
    return row?.count ?? 0;
  };
  /** Sends a batch of three clicks that fails for good, and returns its id. */
  const failOne = async () => {
    const batch = packClicks(clicks(3));
    await send(batch);
    const broken = work(async () => {
      throw new UnrecoverableError("stalled too often");
    });
    await expect.poll(figures).toMatchObject({ failed: 1 });
    await broken.stop(2_000);
    const [failed] = await operations.listFailed(recordClicks.name, 1);
    return { id: failed?.id ?? "", batch };
  };
  const change = (id: string) => ({
    queue: recordClicks.name,
    ids: [id],
    reason: "it blocks everybody",
    dryRun: false,
  });

  describe(title, () => {
    it("parks a payload that is no batch, whole, and judges the clicks of others", async () => {
      const junk = { version: 1, rows: "none", note: "ünïcode \u009b\n" };
      await send(junk);
      await queue.sendClicks(clicks(2));
      work();
      await expect.poll(() => queue.oldestUnrecordedAt()).toBeNull();
      expect(await figures()).toMatchObject({ failed: 0, waiting: 0, delayed: 0 });
      const [row] = await parked();
      expect(JSON.parse(row?.payload)).toEqual(junk);
      expect(row).toMatchObject({ queue: "record-clicks", state: "parked", clicks: null });
      expect(row?.problem).toContain("rows: ");
      await settleClicksJob.run(deps, {});
      const verdicts = await owner`
        select verdict from all_clicks where campaign_id = ${ids.campaignId}`;
      expect(verdicts.map(({ verdict }) => verdict)).not.toContain("pending");
    });

    it("records waiting jobs of one click together, with a job among them that is no batch", async () => {
      const before = await countTransactions();
      for (const click of clicks(40)) await queue.sendClicks([click]);
      await send({ version: 1, rows: "none" });
      const { contract, concurrency } = recordClicksJob;
      workers.push(queue.work({ contract, concurrency, run: runRecordClicks }));
      await expect.poll(countRecorded).toBe(40);
      expect((await countTransactions()) - before).toBeLessThanOrEqual(5);
      await expect.poll(parked).toHaveLength(1);
      await expect.poll(figures).toMatchObject({ failed: 0, waiting: 0, active: 0 });
    });

    it("keeps a batch of a newer version for a newer worker", async () => {
      const newer = { ...packClicks(clicks(3)), version: 2 };
      await send(newer);
      const tries: number[] = [];
      const older = work(async (data, job) => {
        tries.push(performance.now());
        await runRecordClicks(data, job);
      });
      await expect.poll(() => tries.length).toBe(3);
      const [first = 0, second = 0, third = 0] = tries;
      expect(third - second).toBeGreaterThan((second - first) * 1.3);
      await older.stop(2_000);
      expect(await figures()).toMatchObject({ failed: 0 });
      expect(await queue.oldestUnrecordedAt()).toBe(at);
      expect(await parked()).toHaveLength(0);
      work((data, job) => runRecordClicks({ ...Object(data), version: 1 }, job));
      await expect.poll(countRecorded).toBe(3);
    });

    it("names a batch that is tried again and again, and parks it between two tries", async () => {
      await send({ ...packClicks(clicks(3)), version: 2 });
      const older = work();
      const reading = () => readVitals({ db, queue });
      const reason = "The clicks are packed in version 2, which this worker does not know";
      await expect
        .poll(async () => (await reading()).oldestUnrecorded)
        .toMatchObject({
          sentAt: expect.any(Number),
          attempts: 1,
          reason: `${reason}. Run a newer worker`,
        });
      const id = (await reading()).oldestUnrecorded?.id ?? "";
      await settleClicksJob.run(deps, {});
      // The clicks are a minute old and hold everybody's back, so it is named before it is late.
      const named = judgeVitals(await reading(), deps.config).find(
        ({ check }) => check === "settlement",
      );
      expect(named).toMatchObject({
        status: "warn",
        detail: expect.stringContaining(`${id}: ${reason}`),
      });
      expect(named?.advice).toContain(`fairclick queues decide park record-clicks/${id}`);
      await expect
        .poll(() => parkJobs(operator, operations, change(id)).catch(String))
        .toMatchObject({ applied: true, before: { state: "delayed", clicks: "3" } });
      expect(await queue.oldestUnrecordedAt()).toBeNull();
      expect(await parked()).toMatchObject([{ jobId: id, state: "parked", clicks: 3 }]);
      expect(JSON.parse((await parked())[0]?.payload)).toMatchObject({ version: 2 });
      await older.stop(2_000);
    });

    it("does not park a job that runs", async () => {
      await send(packClicks(clicks(3)));
      let finish = () => {};
      const held = new Promise<void>((resolve) => {
        finish = resolve;
      });
      work(() => held);
      await expect.poll(figures).toMatchObject({ active: 1 });
      const { id = "" } = (await readVitals({ db, queue })).oldestUnrecorded ?? {};
      await expect(parkJobs(operator, operations, change(id))).rejects.toThrow(
        `No job ${id} can be parked in record-clicks: it runs, or is not there.`,
      );
      expect(await parked()).toHaveLength(0);
      finish();
    });

    it("parks a batch of a newer version after an hour in which no newer worker came", async () => {
      const newer = { ...packClicks(clicks(3)), version: 2 };
      const deliver = (waitedMs: number, attempt: number) => {
        const sentAt = new Date(Date.now() - waitedMs);
        return recordClicksJob.run(deps, newer, { id: `${at}-newer`, sentAt, attempt });
      };
      await expect(deliver(HOUR / 2, 100)).rejects.toThrow("version 2");
      await expect(deliver(2 * HOUR, 5)).rejects.toThrow("version 2");
      expect(await parked()).toHaveLength(0);
      await deliver(HOUR + 1, 60);
      await deliver(HOUR + 1, 60);
      expect([...(await parked())]).toEqual([
        expect.objectContaining({ state: "parked", clicks: 3 }),
      ]);
    });

    it("parks a failed job on an operator's request, and retries it", async () => {
      const { id, batch } = await failOne();
      expect(await queue.oldestUnrecordedAt()).toBe(at);
      const dry = await parkJobs(operator, operations, { ...change(id), dryRun: true });
      expect(dry).toMatchObject({ applied: false, before: { clicks: "3", state: "failed" } });
      expect(await figures()).toMatchObject({ failed: 1 });

      await parkJobs(operator, operations, change(id));
      expect(await queue.oldestUnrecordedAt()).toBeNull();
      expect(await figures()).toMatchObject({ failed: 0 });
      const [row] = await parked();
      expect(JSON.parse(row?.payload)).toEqual(batch);
      await expect(parkJobs(operator, operations, change(id))).rejects.toThrow(
        `No job ${id} can be parked in record-clicks: it runs, or is not there.`,
      );

      await retryJobs(operator, operations, change(id));
      expect(await parked()).toHaveLength(0);
      expect(await queue.oldestUnrecordedAt()).toBe(at);
      work();
      await expect.poll(countRecorded).toBe(3);
    });

    it("parks a malformed click alone, again after a retry that is refused too", async () => {
      const [poisoned] = clicks(1).map((click) => ({ ...click, ip: "999.1.1.1" }));
      await send(packClicks([...clicks(2), ...(poisoned ? [poisoned] : [])]));
      work();
      await expect.poll(parked).toHaveLength(1);
      await expect.poll(countRecorded).toBe(2);
      const [first] = await parked();
      expect(first).toMatchObject({ jobId: `${at}-${poisoned?.id}`, clicks: 1, state: "parked" });
      // The worker is done with it before the retry is.
      const patient = {
        ...operations,
        resend: async (...job: Parameters<typeof operations.resend>) => {
          await operations.resend(...job);
          await expect.poll(async () => (await parked())[0]?.parkedAt).not.toEqual(first?.parkedAt);
        },
      };
      await retryJobs(operator, patient, change(`${at}-${poisoned?.id}`));
      expect(await parked()).toMatchObject([{ jobId: first?.jobId, payload: first?.payload }]);
      await expect.poll(figures).toMatchObject({ failed: 0, waiting: 0, active: 0 });
    });

    it("has one failed job tried again where it is", async () => {
      const { id } = await failOne();
      await retryJobs(operator, operations, change(id));
      expect(await figures()).toMatchObject({ failed: 0, waiting: 1 });
      work();
      await expect.poll(countRecorded).toBe(3);
    });

    it("discards clicks only when their number is confirmed, and keeps them", async () => {
      const { id, batch } = await failOne();
      for (const clicks of [undefined, "2", "unknown"]) {
        const input = { ...change(id), ...(clicks ? { clicks } : {}) };
        await expect(discardJobs(operator, operations, input)).rejects.toThrow(
          "holds 3 clicks, which will be neither judged nor paid. Confirm it with --clicks 3.",
        );
      }
      await discardJobs(operator, operations, { ...change(id), clicks: "3" });
      expect(await queue.oldestUnrecordedAt()).toBeNull();
      const [row] = await parked();
      expect(row?.state).toBe("discarded");
      expect(JSON.parse(row?.payload)).toEqual(batch);
      const [audit] = await owner`
        select action, subject, reason, after from audit_log order by id desc limit 1`;
      expect(audit).toEqual({
        action: "queue.discard",
        subject: "queue:record-clicks",
        reason: "it blocks everybody",
        after: { jobs: id, clicks: "3", state: "discarded" },
      });
      await retryJobs(operator, operations, change(id));
      work();
      await expect.poll(countRecorded).toBe(3);
    });
  });
}
