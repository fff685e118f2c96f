import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Click, clickSchema } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { type JobContract, recordClicks } from "@fairclick/core/jobs";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startBreakableProxy } from "../../testing/breakable-proxy";
import type { JobQueue, JobWorker } from "../jobs";
import { openQueue } from "../open-queue";
import { openQueueOperations } from "../operate-queues";

type Store = { databaseUrl: string; redisUrl: string | null };

const log = pino({ level: "silent" });

/** Tests of the queue, the same for both stores. `store` must hold no other clicks. */
export function describeQueue(title: string, store: Store): void {
  const isCluster = store.redisUrl?.includes(",") ?? false;
  const opened: JobQueue[] = [];
  const workers: JobWorker[] = [];
  const open = (at: Store = store) => {
    const queue = openQueue(at, { log, runsJobs: true, lockMs: 1_000 });
    opened.push(queue);
    return queue;
  };
  const work = (queue: JobQueue, contract: JobContract, run: (payload: unknown) => Promise<void>) =>
    workers.push(queue.work({ contract, concurrency: 1, run }));

  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(workers.splice(0).map((worker) => worker.stop(1_000)));
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  describe(title, () => {
    it("runs a job with its payload", async () => {
      const queue = open();
      const contract = newContract();
      const payloads: unknown[] = [];
      await queue.send(contract, { text: "ünïcode\n" });
      work(queue, contract, async (payload) => void payloads.push(payload));
      await expect.poll(() => payloads).toEqual([{ text: "ünïcode\n" }]);
    });

    it("retries a job until it succeeds", async () => {
      const queue = open();
      const contract = newContract({ attempts: 3 });
      let tries = 0;
      work(queue, contract, async () => {
        tries += 1;
        if (tries < 3) throw new Error("not yet");
      });
      await queue.send(contract, {});
      await expect.poll(() => tries).toBe(3);
    });

    it("does not retry a permanent failure", async () => {
      const queue = open();
      const contract = newContract({ attempts: 5 });
      let tries = 0;
      work(queue, contract, async () => {
        tries += 1;
        throw new UnrecoverableError("never");
      });
      await queue.send(contract, {});
      await expect.poll(() => tries).toBe(1);
      await Bun.sleep(300);
      expect(tries).toBe(1);
    });

    it("keeps one of two jobs with the same id, and accepts the id again after it has failed", async () => {
      const queue = open();
      const contract = newContract({ attempts: 1 });
      let runs = 0;
      await queue.send(contract, {}, { jobId: "same" });
      await queue.send(contract, {}, { jobId: "same" });
      work(queue, contract, async () => {
        runs += 1;
        throw new Error("failed");
      });
      await expect.poll(() => runs).toBe(1);
      await Bun.sleep(200);
      expect(runs).toBe(1);
      await queue.send(contract, {}, { jobId: "same" });
      await expect.poll(() => runs).toBe(2);
    });

    it("ignores a job that names a pause since the last such one, from any process", async () => {
      const [queue, other] = [open(), open()];
      const contract = newContract();
      let runs = 0;
      work(queue, contract, async () => {
        runs += 1;
      });
      await queue.send(contract, {}, { everyMs: 60_000 });
      await expect.poll(() => runs).toBe(1);
      await other.send(contract, {}, { everyMs: 60_000 });
      await other.send(contract, {});
      await expect.poll(() => runs).toBe(2);
      await Bun.sleep(200);
      expect(runs).toBe(2);
    });

    it("runs the job of a worker that was killed", async () => {
      const queue = open();
      const contract = newContract();
      await queue.send(contract, { kept: true });
      await killWhileHolding(store, contract.name);
      const payloads: unknown[] = [];
      work(queue, contract, async (payload) => void payloads.push(payload));
      await expect.poll(() => payloads).toEqual([{ kept: true }]);
    });

    it("runs a scheduled job once, no matter how many workers schedule it", async () => {
      const contract = newContract();
      let runs = 0;
      let firstAt = 0;
      for (const queue of [open(), open(), open()]) {
        await queue.schedule(contract, 500);
        work(queue, contract, async () => {
          firstAt ||= performance.now();
          runs += 1;
        });
      }
      await expect.poll(() => runs).toBeGreaterThanOrEqual(5);
      expect(runs).toBeLessThanOrEqual(2 + (performance.now() - firstAt) / 500);
    });

    it("forgets the failures of a schedule when it succeeds again, and of no other job", async () => {
      const queue = open();
      const [repeated, single] = [newContract({ attempts: 1 }), newContract({ attempts: 1 })];
      const operations = openQueueOperations(store, log);
      const failures = async ({ name }: JobContract) => (await operations.examine(name)).failed;
      let isAway = true;
      const run = async () => {
        if (isAway) throw new Error("away");
      };
      await queue.schedule(repeated, 300);
      await queue.send(single, {});
      work(queue, repeated, run);
      work(queue, single, run);
      await expect.poll(() => failures(repeated)).toBeGreaterThan(1);
      await expect.poll(() => failures(single)).toBe(1);
      isAway = false;
      await queue.send(single, {});
      await expect.poll(() => failures(repeated)).toBe(0);
      expect(await failures(single)).toBe(1);
      await operations.close();
    });

    it("tries a run again soon if its schedule's next one is an hour away", async () => {
      const queue = open();
      const contract = newContract({ attempts: 1 });
      const operations = openQueueOperations(store, log);
      let runs = 0;
      work(queue, contract, async () => {
        runs += 1;
        throw new Error("away");
      });
      await queue.schedule(contract, 3_600_000);
      await expect.poll(() => runs).toBe(1);
      const later = { failed: 0, active: 0, delayed: 2 };
      await expect.poll(() => operations.examine(contract.name)).toMatchObject(later);
      await operations.close();
    });

    it("goes on with a schedule after a worker's clock was ahead for a moment", async () => {
      const queue = open();
      const contract = newContract();
      let runs = 0;
      await queue.schedule(contract, 500);
      work(queue, contract, async () => {
        runs += 1;
      });
      await expect.poll(() => runs).toBeGreaterThan(0);
      const shift = shiftClock(600_000);
      const before = runs;
      await expect.poll(() => runs).toBeGreaterThan(before);
      shift.mockRestore();
      // A worker does so every minute.
      await queue.schedule(contract, 500);
      const after = runs;
      await expect.poll(() => runs).toBeGreaterThan(after + 2);
    });

    it.each([45_000, -45_000])("takes no jobs with a clock that is %i ms off", async (aheadMs) => {
      const queue = open();
      const contract = newContract();
      let runs = 0;
      await queue.send(contract, {});
      const shift = shiftClock(aheadMs);
      work(queue, contract, async () => {
        runs += 1;
      });
      const problem = `its clock is 45 s ${aheadMs > 0 ? "ahead of" : "behind"} the queue's: it takes no jobs`;
      await expect.poll(queue.findConsumerProblem).toBe(problem);
      await expect(queue.schedule(contract, 500)).rejects.toThrow(problem);
      expect(runs).toBe(0);
      shift.mockRestore();
      await expect.poll(() => runs).toBe(1);
      await expect.poll(queue.findConsumerProblem).toBeNull();
    });

    it("starts more jobs at once than an emitter expects listeners, and leaves none behind", async () => {
      const warnings: Error[] = [];
      const keep = (warning: Error) => warnings.push(warning);
      process.on("warning", keep);
      const queue = open();
      const contracts = Array.from({ length: 15 }, () => newContract());
      for (const contract of contracts) work(queue, contract, async () => {});
      await Promise.all(contracts.map((contract) => queue.schedule(contract, 60_000)));
      await Bun.sleep(50);
      process.off("warning", keep);
      expect(warnings).toEqual([]);
    });

    it("reports its store's settings", async () => {
      const health = await open().checkHealth();
      expect(health).toEqual({
        reachable: true,
        store: expect.objectContaining({ store: store.redisUrl ? "redis" : "postgres" }),
        problems: [],
        // The tests' Postgres is a throw-away one that flushes nothing to disk.
        warnings: store.redisUrl ? [] : Array(2).fill(expect.stringMatching(/^Postgres runs with/)),
      });
    });
  });

  // The nodes of a cluster are reached at the addresses that they name, past any proxy.
  describe.skipIf(isCluster)(`${title}, away`, () => {
    const openBehind = async () => {
      const proxy = await startBreakableProxy(store.redisUrl ?? store.databaseUrl);
      const through = store.redisUrl
        ? { ...store, redisUrl: proxy.url }
        : { ...store, databaseUrl: proxy.url };
      return { proxy, queue: open(through) };
    };

    it.each(["break", "freeze"] as const)("is not waited for when it %ss", async (fault) => {
      const { proxy, queue } = await openBehind();
      const contract = newContract();
      await expect.poll(() => isSent(queue, contract)).toBe(true);
      await proxy[fault]();
      const late = Bun.sleep(2_500).then(() => "late");
      const sent = queue.send(contract, {}).then(
        () => "sent",
        () => "refused",
      );
      expect(await Promise.race([sent, late])).toBe("refused");
      expect(await queue.checkHealth()).toMatchObject({ reachable: false });
      await proxy.mend();
      await expect.poll(() => isSent(queue, contract)).toBe(true);
      await proxy.break();
    });

    it("is used as soon as it is reachable, even if it was not at the start", async () => {
      const { proxy, queue } = await openBehind();
      await proxy.break();
      const contract = newContract();
      await expect(queue.send(contract, {})).rejects.toThrow();
      await expect(queue.send(contract, {})).rejects.toThrow();
      await proxy.mend();
      await expect.poll(() => isSent(queue, contract)).toBe(true);
      await proxy.break();
    });

    it("lets workers continue after it returns", async () => {
      const { proxy, queue } = await openBehind();
      const contract = newContract();
      let runs = 0;
      work(queue, contract, async () => {
        runs += 1;
      });
      await expect.poll(() => isSent(queue, contract)).toBe(true);
      await expect.poll(() => runs).toBe(1);
      await proxy.break();
      await Bun.sleep(500);
      await proxy.mend();
      await expect.poll(() => isSent(queue, contract)).toBe(true);
      await expect.poll(() => runs).toBe(2);
    });
  });

  describe(`${title}, jobs of clicks`, () => {
    it("run together, those that fail again", async () => {
      const queue = open();
      for (let sent = 0; sent < 20; sent += 1) await queue.sendClicks([newClick()]);
      // More than 20 if one of several queues was slow: then the next one has the clicks too.
      const figures = await queue.listFigures();
      const sent = figures.find(({ name }) => name === recordClicks.name)?.waiting ?? 0;
      let [running, most, runs] = [0, 0, 0];
      work(queue, { ...recordClicks, backoffMs: 10 }, async () => {
        runs += 1;
        const mustFail = runs === 10;
        running += 1;
        most = Math.max(most, running);
        await Bun.sleep(100);
        running -= 1;
        if (mustFail) throw new Error("away");
      });
      await expect.poll(queue.oldestUnrecordedAt).toBeNull();
      expect(most).toBeGreaterThanOrEqual(10);
      expect(sent).toBeGreaterThanOrEqual(20);
      expect(runs).toBe(sent + 1);
    });

    it.skipIf(isCluster)(
      "run on a beat, however steadily they come",
      async () => {
        const queue = open();
        let [running, beats, runs] = [0, 0, 0];
        const run = async () => {
          if (running === 0) beats += 1;
          running += 1;
          runs += 1;
          await Bun.sleep(5);
          running -= 1;
        };
        workers.push(queue.work({ contract: recordClicks, concurrency: 1, run }));
        for (let sent = 0; sent < 100; sent += 1) {
          await queue.sendClicks([newClick()]);
          await Bun.sleep(20);
        }
        await expect.poll(() => runs).toBe(100);
        expect(beats).toBeLessThan(30);
      },
      60_000,
    );

    it("are run by another worker after theirs was killed", async () => {
      const queue = open();
      for (let sent = 0; sent < 5; sent += 1) await queue.sendClicks([newClick()]);
      await killWhileHolding(store, recordClicks.name);
      let runs = 0;
      work(queue, recordClicks, async () => {
        runs += 1;
      });
      await expect.poll(queue.oldestUnrecordedAt).toBeNull();
      expect(runs).toBe(5);
    });
  });

  describe.skipIf(isCluster)(`${title}, after clicks could not be recorded`, () => {
    it("records them before those that came later", async () => {
      const queue = open();
      const contract = { ...recordClicks, backoffMs: 500 };
      for (let at = 1_000; at < 1_030; at += 1) await queue.sendClicks([clickAt(at)]);
      const recorded: number[] = [];
      let isAway = true;
      work(queue, contract, async (payload) => {
        const [click] = z.array(clickSchema).parse(recordClicks.schema.parse(payload).clicks);
        await Bun.sleep(10);
        if (isAway) {
          setTimeout(() => {
            isAway = false;
          }, 100);
          throw new Error("away");
        }
        recorded.push(click?.at ?? 0);
      });
      await expect.poll(() => recorded.length).toBe(30);
      expect(recorded).toEqual(recorded.toSorted((a, b) => a - b));
    });
  });

  describe(`${title}, the oldest click`, () => {
    it("is found in every state of its job, and not after it is recorded", async () => {
      const queue = open();
      expect(await queue.oldestUnrecordedAt()).toBeNull();
      await queue.sendClicks([clickAt(5_000), clickAt(3_000)]);
      await queue.sendClicks([clickAt(4_000)]);
      expect(await queue.oldestUnrecordedAt()).toBe(3_000);
      await queue.sendClicks([clickAt(1_000)], { first: true });
      expect(await queue.oldestUnrecordedAt()).toBe(1_000);

      const seen: number[] = [];
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      work(queue, recordClicks, async (payload) => {
        const clicks = z.array(clickSchema).parse(recordClicks.schema.parse(payload).clicks);
        seen.push(...clicks.map((click) => click.at));
        if (clicks[0]?.at === 1_000) await held;
        if (clicks[0]?.at === 5_000) throw new UnrecoverableError("poisoned");
      });
      await expect.poll(() => seen).toContain(1_000);
      expect(await queue.oldestUnrecordedAt()).toBe(1_000);
      release();
      await expect.poll(() => new Set(seen).size).toBe(4);
      await expect.poll(() => queue.oldestUnrecordedAt()).toBe(3_000);
    });
  });
}

function shiftClock(aheadMs: number) {
  const now = Date.now.bind(Date);
  return vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
}

function newContract(overrides: Partial<JobContract> = {}): JobContract {
  return {
    name: `test-${randomUUID()}`,
    schema: z.unknown(),
    attempts: 3,
    backoffMs: 20,
    ...overrides,
  };
}

async function isSent(queue: JobQueue, contract: JobContract): Promise<boolean> {
  return queue.send(contract, {}).then(
    () => true,
    () => false,
  );
}

async function killWhileHolding({ databaseUrl, redisUrl }: Store, name: string): Promise<void> {
  const script = join(import.meta.dirname, "hold-one-job.ts");
  const holder = Bun.spawn([process.execPath, script, databaseUrl, redisUrl ?? "", name], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await holder.stdout.getReader().read();
  expect(Buffer.from(value ?? []).toString()).toMatch(/^holding\n/);
  holder.kill("SIGKILL");
  await holder.exited;
}

function clickAt(at: number): Click {
  return newClick({ at });
}
