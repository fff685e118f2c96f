import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createJournal, type Journal } from "./journal";
import type { Spool } from "./spool";

const log = pino({ level: "silent" });
const opened: Journal[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((journal) => journal.close()));
});

/** A queue that accepts jobs on demand, and a spool in memory. */
function openJournal(change: { timeoutMs?: number; maxWaiting?: number } = {}) {
  const jobs: { clicks: Click[]; first: boolean; done: PromiseWithResolvers<void> }[] = [];
  const spooled: Click[] = [];
  let holding = false;
  const queue = {
    sendClicks: async (clicks: Click[], options?: { first?: boolean }) => {
      const done = Promise.withResolvers<void>();
      jobs.push({ clicks, first: options?.first ?? false, done });
      if (!holding) done.resolve();
      await done.promise;
    },
  };
  const spool: Spool = {
    append: async (clicks) => {
      spooled.push(...clicks);
    },
    replay: async () => 0,
    close: async () => {},
  };
  const journal = createJournal({ queue, spool, log, ...change });
  opened.push(journal);
  /** Writes clicks, of which all but the first come during the job of the first. */
  const writeDuringJob = async (clicks: number) => {
    const first = journal.write(newClick());
    await expect.poll(() => jobs.length).toBe(1);
    return [first, ...Array.from({ length: clicks - 1 }, () => journal.write(newClick()))];
  };
  return {
    writeDuringJob,
    journal,
    jobs,
    spooled,
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const job of jobs) job.done.resolve();
    },
  };
}

describe("createJournal", () => {
  it("sends a single click immediately", async () => {
    const { journal, jobs } = openJournal();
    await journal.write(newClick());
    expect(jobs.map((job) => job.clicks.length)).toEqual([1]);
  });

  it("lets clicks that follow one another share a job", async () => {
    const { journal, jobs } = openJournal();
    await journal.write(newClick());
    await Promise.all([journal.write(newClick()), journal.write(newClick())]);
    expect(jobs.map((job) => job.clicks.length)).toEqual([1, 2]);
  });

  it("lets a click wait no longer than for seven others", async () => {
    vi.useFakeTimers();
    const { journal, jobs } = openJournal();
    const first = journal.write(newClick());
    await vi.advanceTimersByTimeAsync(1);
    await first;
    const writes = Array.from({ length: 7 }, () => journal.write(newClick()));
    await vi.advanceTimersByTimeAsync(1);
    expect(jobs).toHaveLength(1);
    await Promise.all([...writes, journal.write(newClick()), vi.advanceTimersByTimeAsync(1)]);
    expect(jobs.map((job) => job.clicks.length)).toEqual([1, 8]);
  });

  it("puts clicks that arrive during a job into the next one", async () => {
    const { writeDuringJob, jobs, hold, release } = openJournal();
    hold();
    const writes = await writeDuringJob(50);
    release();
    await Promise.all(writes);
    expect(jobs.map((job) => job.clicks.length)).toEqual([1, 49]);
  });

  it("sends clicks that have already arrived together", async () => {
    const { journal, jobs } = openJournal();
    await Promise.all(Array.from({ length: 50 }, () => journal.write(newClick())));
    expect(jobs.map((job) => job.clicks.length)).toEqual([50]);
  });

  it("resolves a click only when it is durable", async () => {
    const { journal, hold, release } = openJournal();
    hold();
    let safe = false;
    const write = journal.write(newClick()).then(() => {
      safe = true;
    });
    await Bun.sleep(20);
    expect(safe).toBe(false);
    release();
    await write;
  });

  it("spools the click if the queue is slow, and the next ones without waiting", async () => {
    vi.useFakeTimers();
    const { journal, jobs, spooled, hold } = openJournal({ timeoutMs: 50 });
    hold();
    const write = journal.write(newClick());
    await vi.advanceTimersByTimeAsync(49);
    expect(spooled).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await write;
    const next = Promise.all([journal.write(newClick()), journal.write(newClick())]);
    await vi.advanceTimersByTimeAsync(1);
    await next;
    expect(spooled).toHaveLength(3);
    expect(jobs).toHaveLength(1);
  });

  it("returns to the queue when it is available again", async () => {
    vi.useFakeTimers();
    const { journal, jobs, spooled, hold, release } = openJournal({ timeoutMs: 20 });
    hold();
    const write = journal.write(newClick());
    await vi.advanceTimersByTimeAsync(20);
    await write;
    release();
    await vi.advanceTimersByTimeAsync(1_000);
    const next = journal.write(newClick());
    await vi.advanceTimersByTimeAsync(1);
    await next;
    expect(jobs).toHaveLength(2);
    expect(spooled).toHaveLength(1);
  });

  it("keeps a bounded number of clicks in memory, and spools the rest", async () => {
    const { writeDuringJob, jobs, spooled, hold, release } = openJournal({ maxWaiting: 10 });
    hold();
    const writes = await writeDuringJob(100);
    expect(spooled).toHaveLength(89);
    release();
    await Promise.all(writes);
    expect(jobs.map((job) => job.clicks.length)).toEqual([1, 10]);
  });

  it("splits a large group into several jobs", async () => {
    const { writeDuringJob, jobs, hold, release } = openJournal();
    hold();
    const writes = await writeDuringJob(1_201);
    release();
    await Promise.all(writes);
    expect(jobs.map((job) => job.clicks.length)).toEqual([1, 500, 500, 200]);
  });

  it("closes only when every click is durable", async () => {
    const { journal, jobs, hold, release } = openJournal();
    hold();
    const writes = Array.from({ length: 5 }, () => journal.write(newClick()));
    const closing = journal.close();
    release();
    await closing;
    expect(jobs.flatMap((job) => job.clicks)).toHaveLength(5);
    await Promise.all(writes);
  });

  it("rejects if neither queue nor disk accepts a click", async () => {
    const queue = { sendClicks: () => Promise.reject(new Error("queue away")) };
    const spool: Spool = {
      append: () => Promise.reject(new Error("disk full")),
      replay: async () => 0,
      close: async () => {},
    };
    const journal = createJournal({ queue, spool, log });
    opened.push(journal);
    await expect(journal.write(newClick())).rejects.toThrow("disk full");
  });
});
