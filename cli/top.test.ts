import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

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

it("prints figures with rates from two answers", async () => {
  const { exitCode, out } = await capture(["top", "--api", api.url], { env });
  expect(exitCode).toBe(0);
  expect(out).toContain("redirects/s  30.0\np99          5 ms\n");
  expect(out).toContain("! workers    none is alive. Start one.\n");
  expect(api.seen).toHaveLength(2);
  expect(api.seen[0]?.path).toBe("/api/admin/status");
});
