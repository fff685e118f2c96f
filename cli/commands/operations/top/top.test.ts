import { expect, it } from "vitest";
import { figuresSchema } from "../../../output/describe-figures";
import { serveCanned } from "../../../testing/canned-api";
import { capture } from "../../../testing/capture";
import { fakeTerminal } from "../../../testing/fake-terminal";
import { makeTempFolder } from "../../../testing/temp-folder";
import type { TopSource } from "../../../views/top";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "fco_ann" };
let seconds = 0;
const api = serveCanned(() => {
  seconds += 1;
  const count = seconds * 30;
  const data = {
    at: new Date(1_700_000_000_000 + seconds * 1_000).toISOString(),
    process: "a:1",
    redirects: count,
    durations: [
      { upToMs: 5, count },
      { upToMs: null, count },
    ],
    queue: { waiting: 0, failed: 0, oldestAt: null },
    clicks: { pending: 0, held: 0 },
    withdrawals: { pending: 0, held: 0 },
    lastMinute: { judged: 0, valid: 0, paidMicros: "0", moved: [] },
    problems: [{ check: "workers", detail: "none is alive", advice: "Start one." }],
  };
  return Response.json({ status: "success", data });
});
const run = (args: string[], surroundings = {}) =>
  capture(["top", "--api", api.url, ...args], { env, ...surroundings });

it("prints one snapshot without a terminal, with rates from two answers", async () => {
  const { exitCode, out } = await run([]);
  expect(exitCode).toBe(0);
  expect(out).toContain("redirects/s  30.0\np99          5 ms\n");
  expect(out).toContain("! workers    none is alive. Start one.\n");
  expect(api.seen).toHaveLength(2);
  expect(api.seen[0]?.path).toBe("/api/admin/status");
});

it("prints one snapshot per line with --json, even at a terminal", async () => {
  const { out } = await run(["--json", "--count", "2"], { terminal: fakeTerminal() });
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => figuresSchema.parse(JSON.parse(line)).redirectsPerSecond)).toEqual([
    30, 30,
  ]);
});

it("shows live figures at a terminal", async () => {
  const sources: TopSource[] = [];
  const showTop = async (source: TopSource) => void sources.push(source);
  expect((await run([], { terminal: fakeTerminal({ showTop }) })).exitCode).toBe(0);
  expect(sources[0]).toMatchObject({ api: api.url, intervalMs: 1_000 });
});

it.each(["-1", "few"])("refuses --count %s", async (count) => {
  expect((await run([`--count=${count}`])).exitCode).toBe(2);
});
