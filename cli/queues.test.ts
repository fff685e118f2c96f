import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const serve = (data: unknown) => serveCanned(() => Response.json({ status: "success", data }));
const run = (api: { url: string }, ...args: string[]) =>
  capture(["queues", ...args, "--api", api.url], { env });

describe("fairclick queues list", () => {
  it("shows below the list why jobs do not run", async () => {
    const problems = [{ check: "workers", detail: "none is alive\u001b[2K", advice: "Start one." }];
    const api = serveCanned(() => Response.json({ status: "success", data: [], problems }));
    const { out, err } = await run(api, "list", "--json");
    expect(out).toBe("");
    expect(err).toBe("! workers: none is alive\\u001b[2K. Start one.\n");
  });
});

describe("fairclick queues jobs QUEUE", () => {
  it("shows the error, also if it has several lines", async () => {
    const reason = 'The payload is not valid: [\n  {\n    "path": ["version"],\n  }\n]\u001b[2K';
    const moment = "2026-01-02T03:04:05.678Z";
    const api = serve([{ id: "7", reason, attempts: 1, sentAt: moment, failedAt: moment }]);
    const { out } = await run(api, "jobs", "record-clicks");
    expect(out).toContain('"path": ["version"]');
    expect(out.trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("fairclick queues jobs", () => {
  it("shows the parked jobs, and how many clicks they contain", async () => {
    const job = {
      ...{ queue: "record-clicks", id: "17-a", state: "parked", clicks: null, bytes: 120 },
      ...{ sentAt: "2026-01-02T03:04:05.678Z", parkedAt: "2026-01-02T03:04:06.678Z" },
      ...{ problem: "rows: expected an array", preview: "{}" },
    };
    const { out } = await run(serve([job]), "jobs");
    expect(out.split("\n")).toEqual([
      "job                 state   since                clicks  bytes  problem",
      "record-clicks/17-a  parked  2026-01-02 03:04:06  ?       120    rows: expected an array",
      "",
    ]);
    expect((await run(serve([]), "jobs")).out).toBe("None found.\n");
  });
});

describe.each(["park", "discard", "retry"])("fairclick queues decide %s", (verb) => {
  const change = {
    action: `queue.${verb}`,
    subject: "queue:record-clicks",
    before: { state: "failed" },
    after: { state: "changed" },
    applied: true,
  };

  it("changes jobs of one queue, and accepts ids with slashes", async () => {
    const api = serve(change);
    const jobs = ["record-clicks/17-a", "record-clicks/18/b"];
    const { exitCode, out } = await run(api, "decide", verb, ...jobs, "--reason", "why", "--yes");
    expect([exitCode, out]).toEqual([0, expect.stringContaining("state: failed → changed")]);
    expect(api.seen.at(-1)).toMatchObject({
      path: `/api/admin/queues/record-clicks/jobs/${verb}`,
      json: { ids: ["17-a", "18/b"], reason: "why", dryRun: false },
    });
  });

  it.each([
    [["record-clicks/1", "settle-clicks/2"], "Give jobs of one queue at a time."],
    [["record-clicks", "record-clicks/2"], "Give either one queue, or single jobs as QUEUE/ID."],
  ])("refuses %j", async (jobs, message) => {
    const { exitCode, err } = await run(
      serve(change),
      "decide",
      verb,
      ...jobs,
      "--reason",
      "why",
      "--yes",
    );
    expect(exitCode).not.toBe(0);
    expect(err).toContain(message);
  });
});

it("retries a whole queue, but does not park one", async () => {
  const api = serve({ action: "queue.retry", subject: "q", before: {}, after: {}, applied: true });
  await run(api, "decide", "retry", "record-clicks", "--reason", "why", "--yes");
  expect(api.seen.at(-1)?.path).toBe("/api/admin/queues/record-clicks/retry");
  const { err } = await run(api, "decide", "park", "record-clicks", "--reason", "why", "--yes");
  expect(err).toContain("Give single jobs as QUEUE/ID.");
});
