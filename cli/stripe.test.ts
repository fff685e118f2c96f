import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();

const event = {
  id: "evt_1",
  type: "payout.paid",
  account: null,
  state: "parked",
  attempts: 8,
  createdAt: "2026-01-02T03:04:05.678Z",
  receivedAt: "2026-01-02T03:04:06.678Z",
  parkedAt: "2026-01-02T04:04:06.678Z",
  error: "it is broken\nin detail",
};
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));
const run = (api: { url: string }, ...args: string[]) =>
  capture(["stripe", ...args, "--api", api.url], { env });

describe("fairclick stripe events", () => {
  it("lists events with their errors, and says when there are more", async () => {
    const api = serve({ data: [event], nextCursor: "evt_1" });
    const { exitCode, out, err } = await run(api, "events", "--parked", "--limit", "1");
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      "event  received             state   attempts  type         error",
      "evt_1  2026-01-02 03:04:06  parked  8         payout.paid  it is broken\\nin detail",
      "",
    ]);
    expect(err).toBe("Shows the first 1; use --limit to see more.\n");
    expect(api.seen.at(-1)?.path).toBe("/api/admin/stripe/events");
  });

  it("prints one event per line with --json, and nothing if there are none", async () => {
    const api = serve({ data: [event, event], nextCursor: null });
    const { out } = await run(api, "events", "--json");
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([event, event]);
    expect((await run(serve({ data: [], nextCursor: null }), "events")).out).toBe("None found.\n");
  });
});

describe("fairclick stripe decide retry", () => {
  const facts = (state: string) => ({ type: "payout.paid", state });
  const change = { before: facts("parked"), after: facts("open"), applied: true };
  const api = serve({
    data: { action: "stripe_event.retry", subject: "stripe_event:evt_1", ...change },
  });

  it("retries the event", async () => {
    const args = ["decide", "retry", "evt_1", "--reason", "mended", "--yes"];
    const { exitCode, out } = await run(api, ...args);
    expect(exitCode).toBe(0);
    expect(out).toContain("state: parked → open");
    expect(api.seen.at(-1)?.path).toBe("/api/admin/stripe/events/evt_1/retry");
  });

  it("requires a reason before it asks", async () => {
    const before = api.seen.length;
    const { exitCode, err } = await run(api, "decide", "retry", "evt_1");
    expect(exitCode).toBe(2);
    expect(err).toContain("--reason");
    expect(api.seen).toHaveLength(before);
  });
});
