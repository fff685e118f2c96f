import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog, limitRepeatedErrors } from "./connection-errors";

const lines: { msg: string; suppressed?: number; err?: { message: string } }[] = [];
const log = () =>
  pino(
    { level: "info", hooks: { logMethod: limitRepeatedErrors() } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
const refused = (detail: string) => Object.assign(new Error(detail), { code: "53100" });

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an error that repeats", () => {
  it("is written once, then once a minute with how often it came", () => {
    const to = log();
    for (let i = 0; i < 1_000; i += 1) to.warn({ err: refused(`full ${i}`) }, "worker");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty("suppressed");
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      msg: "worker",
      suppressed: 999,
      err: { message: "full 999" },
    });
    for (let i = 0; i < 5; i += 1) to.warn({ err: refused("again") }, "worker");
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toEqual([expect.objectContaining({ suppressed: 5 })]);
  });

  it("is written at once after a quiet minute", () => {
    const to = log();
    to.warn({ err: refused("full") }, "worker");
    vi.advanceTimersByTime(60_000);
    to.warn({ err: refused("full") }, "worker");
    expect(lines).toHaveLength(2);
  });

  it("hides no other: other text, job, code, level or place in the program", () => {
    const to = log();
    const oom = new Error("OOM command not allowed");
    const failed = new Error("the bank is closed");
    const moved = Object.assign(new Error("MOVED 12 127.0.0.1:1"), { stack: oom.stack });
    to.warn({ err: oom, job: "a" }, "worker");
    to.warn({ err: oom, job: "b" }, "worker");
    to.warn({ err: moved, job: "b" }, "worker");
    to.error({ err: oom, job: "b" }, "worker");
    to.error({ err: oom, job: "b" }, "job failed");
    to.error({ err: failed, job: "b" }, "job failed");
    expect(lines).toHaveLength(6);
  });

  it("does not fill the memory, however many kinds there are", () => {
    const to = log();
    for (let i = 0; i < 5_000; i += 1) to.warn({ err: refused("full"), job: `job-${i}` }, "worker");
    expect(lines.length).toBeLessThan(250);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)?.suppressed).toBeGreaterThan(4_000);
  });
});

it("lets lines without an error, and fatal ones, pass", () => {
  const to = log();
  for (let i = 0; i < 3; i += 1) to.info({ clicks: i }, "Settled clicks");
  for (let i = 0; i < 3; i += 1) to.fatal({ err: refused("over") }, "nobody caught this");
  expect(lines).toHaveLength(6);
});

it("holds for the log of a process, and for what is logged below it", () => {
  const to = createLog(
    "worker",
    { logLevel: "info" },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const child = to.child({ job: "settle-clicks" });
  for (let i = 0; i < 100; i += 1) child.error({ err: refused("full") }, "job failed");
  expect(lines).toHaveLength(1);
});
