import { forget, processStripeEvent, sendWithdrawal } from "@fairclick/core/jobs";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { openQueue } from "../open-queue";
import { openQueueOperations } from "../operate-queues";

type Store = { databaseUrl: string; redisUrl: string | null };

const log = pino({ level: "silent" });

/** Tests of queue operations, the same for both stores. `store` must hold no other jobs. */
export function describeQueueOperations(title: string, store: Store): void {
  const queue = openQueue(store, { log, runsJobs: true, lockMs: 1_000 });
  const operations = openQueueOperations(store, log);
  afterAll(async () => {
    await Promise.all([operations.close(), queue.close()]);
  });

  /** Runs waiting jobs, and fails them while `fails` returns true. */
  const work = (contract: typeof processStripeEvent, fails: () => boolean) =>
    queue.work({
      contract: { ...contract, attempts: 1 },
      concurrency: 1,
      run: async () => {
        if (fails()) throw new Error("the bank is closed");
      },
    });

  describe(title, () => {
    it("lists every queue, and how long the oldest job has waited", async () => {
      const before = Date.now();
      await queue.send(processStripeEvent, { eventId: "evt_1" });
      await Bun.sleep(300);
      await queue.send(processStripeEvent, { eventId: "evt_2" });
      const queues = await operations.list();
      expect(queues.length).toBeGreaterThan(10);
      expect(queues.filter(({ waiting }) => waiting > 0)).toEqual([
        {
          name: "process-stripe-event",
          ...{ waiting: 2, active: 0, delayed: 0, failed: 0 },
          ...{ donePerMinute: 0 },
          oldestAt: expect.any(Number),
          oldestFailedAt: null,
        },
      ]);
      const { oldestAt } = await operations.examine("process-stripe-event");
      expect(oldestAt).toBeGreaterThanOrEqual(before);
      expect(oldestAt).toBeLessThanOrEqual(Date.now() - 300);
    });

    it("counts the jobs of the last full minute", async () => {
      // All of this must happen within one minute of the clock.
      const intoMinute = Date.now() % 60_000;
      if (intoMinute > 50_000) await Bun.sleep(60_000 - intoMinute);
      const worker = work(processStripeEvent, () => false);
      await expect
        .poll(() => operations.examine(processStripeEvent.name))
        .toMatchObject({ waiting: 0, active: 0 });
      await worker.stop(1_000);
      const aMinuteLater = openQueueOperations(store, log, () => Date.now() + 60_000);
      const { donePerMinute } = await aMinuteLater.examine(processStripeEvent.name);
      expect(donePerMinute).toBe(2);
      await aMinuteLater.close();
    });

    it("does not count the time until a scheduled job is due as waiting", async () => {
      await queue.send(processStripeEvent, { eventId: "evt_later" }, { delayMs: 1_500 });
      const dueAt = Date.now() + 1_500;
      let finish = () => {};
      const running = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const run = () => running;
      const worker = queue.work({ contract: processStripeEvent, concurrency: 1, run });
      await expect
        .poll(() => operations.examine(processStripeEvent.name))
        .toMatchObject({ active: 1 });
      const { oldestAt } = await operations.examine(processStripeEvent.name);
      expect(oldestAt).toBeGreaterThan(dueAt - 500);
      finish();
      await worker.stop(1_000);
    });

    it("lists why jobs failed, and retries them", async () => {
      let broken = true;
      const contract = { ...processStripeEvent, attempts: 1 };
      await operations.drain(contract.name);
      await queue.send(contract, { eventId: "evt_3" });
      const worker = work(contract, () => broken);
      await expect.poll(() => operations.listFailed(contract.name, 10)).toHaveLength(1);
      expect(await operations.listFailed(contract.name, 10)).toEqual([
        {
          id: expect.any(String),
          reason: "the bank is closed",
          attempts: 1,
          sentAt: expect.any(Number),
          failedAt: expect.any(Number),
        },
      ]);
      await operations.retryFailed(contract.name, new Date(Date.now() - 60_000));
      expect(await operations.examine(contract.name)).toMatchObject({
        failed: 1,
        oldestFailedAt: expect.any(Number),
      });
      broken = false;
      await operations.retryFailed(contract.name, new Date());
      await expect
        .poll(() => operations.examine(contract.name))
        .toMatchObject({ waiting: 0, active: 0, failed: 0 });
      await worker.stop(1_000);
    });

    it("drains what waits, keeps the schedule, and the same job can be sent again", async () => {
      const withdrawalId = crypto.randomUUID();
      const send = () => queue.send(sendWithdrawal, { withdrawalId }, { jobId: withdrawalId });
      await send();
      await queue.send(sendWithdrawal, { withdrawalId: crypto.randomUUID() }, { delayMs: 60_000 });
      expect(await operations.examine(sendWithdrawal.name)).toMatchObject({
        waiting: 1,
        delayed: 1,
      });
      await operations.drain(sendWithdrawal.name);
      expect(await operations.examine(sendWithdrawal.name)).toMatchObject({
        waiting: 0,
        delayed: 0,
      });
      await send();
      expect(await operations.examine(sendWithdrawal.name)).toMatchObject({ waiting: 1 });

      let runs = 0;
      await queue.schedule(forget, 400);
      await operations.drain(forget.name);
      const worker = queue.work({
        contract: forget,
        concurrency: 1,
        run: async () => {
          runs += 1;
        },
      });
      await expect.poll(() => runs).toBeGreaterThan(1);
      await worker.stop(1_000);
    });
  });
}
