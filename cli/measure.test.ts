import type { Status } from "@fairclick/core/operations/work";
import { describe, expect, it } from "vitest";
import { createMeter } from "./work";

const status = (seconds: number, counts: number[], changes: Partial<Status> = {}): Status => ({
  at: new Date(1_700_000_000_000 + seconds * 1_000).toISOString(),
  process: "a:1",
  redirects: counts.at(-1) ?? 0,
  durations: [1, 5, null].map((upToMs, index) => ({ upToMs, count: counts[index] ?? 0 })),
  queue: { waiting: 3, failed: 1, oldestAt: null },
  clicks: { pending: 4, held: 2 },
  withdrawals: { pending: 1, held: 0 },
  lastMinute: {
    judged: 120,
    valid: 90,
    paidMicros: "1500",
    moved: [{ kind: "deposit", micros: "7" }],
  },
  problems: [],
  ...changes,
});

describe("the meter", () => {
  it("computes rates from two answers", () => {
    const measure = createMeter();
    expect(measure(status(0, [100, 100, 100]))).toMatchObject({
      redirectsPerSecond: 0,
      p99Ms: null,
    });
    expect(measure(status(2, [198, 200, 200]))).toMatchObject({
      redirectsPerSecond: 50,
      p99Ms: 5,
      judgedPerSecond: 2,
      validShare: 0.75,
      paidMicrosPerMinute: "1500",
      movedMicrosPerMinute: { deposit: "7" },
      queueWaiting: 3,
      clicksHeld: 2,
    });
    expect(measure(status(3, [198, 200, 210])).p99Ms).toBe(5);
  });

  it("sums the rates of processes behind a balancer, each compared with its own answers", () => {
    const measure = createMeter();
    const other = { process: "b:1" };
    measure(status(0, [0, 0, 1_000]));
    measure(status(1, [0, 0, 10], other));
    measure(status(2, [0, 0, 1_020]));
    expect(measure(status(3, [0, 0, 50], other)).redirectsPerSecond).toBe(30);
    expect(measure(status(60, [0, 0, 50], other)).redirectsPerSecond).toBe(0);
  });

  it("starts over after a restart of the process", () => {
    const measure = createMeter();
    measure(status(0, [0, 0, 1_000]));
    expect(measure(status(1, [0, 0, 5])).redirectsPerSecond).toBe(0);
    expect(measure(status(2, [0, 0, 15])).redirectsPerSecond).toBe(10);
  });

  it("has no share if nothing was judged", () => {
    const nothing = { judged: 0, valid: 0, paidMicros: "0", moved: [] };
    expect(createMeter()(status(0, [], { lastMinute: nothing })).validShare).toBeNull();
  });
});
