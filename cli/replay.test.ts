import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Replay } from "@fairclick/core/clicks/replay";
import { beforeEach, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "fco_ann" };
const HOUR_MS = 3_600_000;
/** Spans longer than this are refused as having too many clicks. */
let longestMs = Infinity;
const spans: { from: number; to: number }[] = [];
beforeEach(() => {
  spans.length = 0;
  longestMs = Infinity;
});

const api = serveCanned(({ json }) => {
  const { from, to } = json as { from: string; to: string };
  const span = { from: Date.parse(from), to: Date.parse(to) };
  spans.push(span);
  if (span.to - span.from > longestMs) {
    const error = "More clicks than one replay can judge";
    return Response.json(
      { status: "error", code: "too_many_clicks", message: error, error },
      { status: 422 },
    );
  }
  const burst = { verdict: "invalid" as const, reason: "ip_burst" };
  const data: Replay = {
    ...{ from, to, clicks: 1_000, changed: 3, decidedByOperators: 0, micros: "-4500" },
    changes: [{ from: { verdict: "valid", reason: null }, to: burst, clicks: 3, micros: "-4500" }],
    campaigns: [{ campaignId: "a", name: "Tower", clicks: 1_000, changed: 3, micros: "-4500" }],
    creators: [{ creatorId: "b", username: "chris", changed: 3, micros: "-4500" }],
    remarks: [],
  };
  return Response.json({ status: "success", data });
});
const run = (...args: string[]) =>
  capture(["policy", "replay", ...args, "--api", api.url], { env });

it("replays day by day, and sums by rule, creator and campaign", async () => {
  const { exitCode, out } = await run("--last", "60h");
  expect(exitCode).toBe(0);
  expect(spans.map(({ from, to }) => (to - from) / HOUR_MS)).toEqual([24, 24, 12]);
  expect(spans[1]?.from).toBe(spans[0]?.to);
  expect(out).toContain("3,000 clicks judged again, 9 with another verdict.");
  expect(out).toMatch(/^9 +0 +-\$0\.0135 +ip_burst$/m);
  expect(out).toMatch(/^9 +-\$0\.0135 +chris$/m);
  expect(out).toMatch(/^9 +-\$0\.0135 +Tower$/m);
  const { out: json } = await run("--last", "1h", "--json");
  expect(JSON.parse(json).rules).toEqual([
    { rule: "ip_burst", stopped: 3, freed: 0, micros: "-4500" },
  ]);
});

it("halves the days that have too many clicks, and stops at 15 minutes", async () => {
  longestMs = 12 * HOUR_MS;
  expect((await run("--last", "1d")).out).toContain("2,000 clicks judged again");
  longestMs = 0;
  const { exitCode, err } = await run("--last", "1h");
  expect([exitCode, err]).toEqual([2, expect.stringContaining("More clicks")]);
});

it.each(["0h", "32d", "7", "5w", "-1d", "9999999h"])("refuses --last %s", async (last) => {
  const { exitCode, err } = await run("--last", last);
  expect([exitCode, spans]).toEqual([2, []]);
  expect(err).toContain("at most 31d");
});

it("reports the problems of a file before it asks", async () => {
  const file = join(root, "policy.json");
  writeFileSync(file, '{"burst": 5}');
  expect((await run(file)).exitCode).toBe(2);
  expect(spans).toEqual([]);
});
