import type { ClickDecision } from "@fairclick/core/clicks/decisions";
import { afterAll, describe, expect, it } from "vitest";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const id = "01900000-0000-7000-8000-000000000001";
const other = "01900000-0000-7000-8000-000000000002";

const decision: ClickDecision = {
  action: "reverse",
  actId: null,
  applied: false,
  clicks: 2,
  micros: "3000",
  debtMicros: "1500",
  stoppedMicros: "0",
  inTransitMicros: "1500",
  campaigns: [{ campaignId: id, name: "Tower of Tests", clicks: 2, micros: "3000" }],
  creators: [{ creatorId: id, username: "chris", clicks: 2, micros: "3000", debtMicros: "1500" }],
  skipped: [{ id: other, verdict: "held", why: "It was not paid" }],
  complete: true,
  seen: "2-abc-1",
};

type Sent = { path: string; json: { dryRun: boolean } & Record<string, unknown> };

function serve(foreseen: ClickDecision = decision) {
  const sent: Sent[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const json = (await request.json()) as Sent["json"];
      sent.push({ path: new URL(request.url).pathname, json });
      const data = json.dryRun ? foreseen : { ...foreseen, applied: true, actId: other };
      return Response.json({ status: "success", data });
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, sent };
}

type Surroundings = Parameters<typeof capture>[1];
const run = (api: { url: string }, args: string[], surroundings: Surroundings = {}) =>
  capture(["clicks", ...args, "--api", api.url], { env, ...surroundings });
const why = ["--reason", "a farm"];

describe("fairclick clicks decide reverse", () => {
  const reverse = ["decide", "reverse", "--category", "bot_traffic", ...why];

  it("shows the change, asks for confirmation, and reverses", async () => {
    const api = serve();
    const questions: string[] = [];
    const terminal = fakeTerminal({
      confirm: async (question) => {
        questions.push(question);
        return true;
      },
    });
    const { exitCode, out, err } = await run(api, [...reverse, id, other], { terminal });
    expect(exitCode).toBe(0);
    expect(questions).toEqual(["Apply this change?"]);
    expect(err).toContain("Would reverse 2 clicks, $0.003");
    expect(out).toMatchInlineSnapshot(`
      "Reversed 2 clicks, $0.003
      Taken from chris $0.003.

      clicks  amount  campaign
      2       $0.003  Tower of Tests

      clicks  amount  creator
      2       $0.003  chris (will owe $0.0015)

      unchanged                             reason
      01900000-0000-7000-8000-000000000002  It was not paid

      $0.0015 of it is already withdrawn ($0.0015 of it is being sent): the creators owe it. Their developers go without it until the creators' next earnings pay it.

      Done. Use --act 01900000-0000-7000-8000-000000000002 to select these clicks again.
      "
    `);
    expect(api.sent.map(({ path, json }) => [path, json])).toEqual(
      [true, false].map((dryRun) => [
        "/api/admin/clicks/reverse",
        {
          clicks: { ids: [id, other] },
          ...{ reason: "a farm", category: "bot_traffic", dryRun },
          ...(dryRun ? {} : { seen: decision.seen }),
        },
      ]),
    );
  });

  it("changes nothing without a yes, in a dry run, or without a terminal", async () => {
    const api = serve();
    const no = await run(api, [...reverse, id], { terminal: fakeTerminal() });
    expect([no.exitCode, no.err]).toEqual([1, expect.stringContaining("Nothing was changed.")]);
    const nobody = await run(api, [...reverse, id]);
    expect([nobody.exitCode, nobody.err]).toEqual([2, expect.stringContaining("--yes")]);
    const dry = await run(api, [...reverse, id, "--dry-run", "--yes"]);
    expect([dry.exitCode, dry.out]).toEqual([0, expect.stringContaining("Dry run")]);
    expect(api.sent.every(({ json }) => json.dryRun)).toBe(true);
  });

  it("does not ask with --yes, and prints the decision with --json", async () => {
    const api = serve();
    const { out } = await run(api, [...reverse, id, "--yes", "--json"]);
    expect(JSON.parse(out)).toEqual({ ...decision, applied: true, actId: other });
    expect(api.sent.map(({ json }) => json.dryRun)).toEqual([false]);
  });

  it("requires a reason, and a category that exists", async () => {
    const api = serve();
    expect((await run(api, ["decide", "reverse", id, "--category", "bot_traffic"])).exitCode).toBe(
      2,
    );
    expect((await run(api, ["decide", "reverse", id, ...why])).exitCode).toBe(2);
    expect((await run(api, ["decide", "reverse", id, ...why, "--category", "ugly"])).exitCode).toBe(
      2,
    );
    expect(api.sent).toEqual([]);
  });
});

describe("fairclick clicks decide approve and reject", () => {
  it("select a group by the filter of its clicks", async () => {
    const api = serve({ ...decision, action: "reject" });
    await run(api, [
      "decide",
      "reject",
      "--signal",
      "vpn",
      "--campaign",
      id,
      "--address",
      "203.0.113.0/24",
      ...why,
      "--yes",
    ]);
    await run(api, [
      "decide",
      "approve",
      "--act",
      other,
      "--from",
      "2026-01-31T00:00:00Z",
      ...why,
      "--yes",
    ]);
    expect(api.sent.map(({ path, json }) => [path, json.clicks])).toEqual([
      [
        "/api/admin/clicks/reject",
        { group: { campaignId: id, address: "203.0.113.0/24", signal: "vpn" } },
      ],
      ["/api/admin/clicks/approve", { group: { actId: other, from: "2026-01-31T00:00:00.000Z" } }],
    ]);
  });

  it("accept either ids or a group", async () => {
    const api = serve();
    const both = await run(api, ["decide", "approve", id, "--signal", "vpn", ...why]);
    expect([both.exitCode, both.err]).toEqual([2, expect.stringContaining("not both")]);
    const neither = await run(api, ["decide", "approve", ...why]);
    expect([neither.exitCode, neither.err]).toEqual([2, expect.stringContaining("give their ids")]);
    expect(api.sent).toEqual([]);
  });

  it("do not ask if nothing would change, and say why", async () => {
    const api = serve({ ...decision, clicks: 0, campaigns: [], creators: [], debtMicros: "0" });
    const { exitCode, out } = await run(api, ["decide", "approve", id, ...why]);
    expect(exitCode).toBe(0);
    expect(out).toContain("Nothing to change.");
    expect(out).toContain(`${other}  It was not paid`);
  });
});
