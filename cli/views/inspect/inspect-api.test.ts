import type { ClickDecision } from "@fairclick/core/clicks/click-decisions-schema";
import { afterAll, describe, expect, it } from "vitest";
import { connectTo } from "../../connection/open-api";
import type { SingleAct, SinglePlan } from "./acts";
import { createInspectApi } from "./inspect-api";

const decision: ClickDecision = {
  action: "approve",
  actId: "act-1",
  applied: true,
  clicks: 2,
  micros: "3000",
  debtMicros: "0",
  campaigns: [],
  creators: [{ creatorId: "f1", username: "chris", clicks: 2, micros: "3000", debtMicros: "0" }],
  skipped: [],
  complete: true,
};
const change = {
  action: "link.disable",
  subject: "link:c1:f1",
  before: { disabledBy: null },
  after: { disabledBy: "operator" },
  applied: true,
};
const range = {
  range: "10.0.0.7/32",
  reason: "ours",
  operator: "Ann",
  decidedAt: "2026-03-01T00:00:00.000Z",
};
const lookup = { address: "10.0.0.7", lists: [], signals: [], verdict: "valid" };

/** Answers by path, and records posted bodies. */
function serve(answers: Record<string, unknown>) {
  const posted: { path: string; body: unknown }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace("/api/admin/", "");
      if (request.method === "POST") posted.push({ path, body: await request.json() });
      return Response.json({ status: "success", data: answers[path] });
    },
  });
  afterAll(() => server.stop(true));
  const target = { api: `http://127.0.0.1:${server.port}`, token: "fco_ann" };
  return { api: createInspectApi(connectTo(target)), posted };
}

const ids = { ids: ["click-1"] };
const reason = "why";

describe("an act", () => {
  it.each<[SinglePlan, string, object, object, SinglePlan | null]>([
    [
      { kind: "approve", clicks: ids },
      "clicks/approve",
      { clicks: ids },
      decision,
      { kind: "reverse", clicks: { group: { actId: "act-1" } }, category: "mistake" },
    ],
    [
      { kind: "reject", clicks: { group: { signal: "vpn" } } },
      "clicks/reject",
      { clicks: { group: { signal: "vpn" } } },
      { ...decision, action: "reject" },
      { kind: "hold", clicks: { group: { actId: "act-1" } }, isPaid: false },
    ],
    [
      { kind: "reverse", clicks: ids, category: "bought_clicks" },
      "clicks/reverse",
      { clicks: ids, category: "bought_clicks" },
      { ...decision, action: "reverse", micros: "-3000", debtMicros: "1000" },
      { kind: "approve", clicks: { group: { actId: "act-1" } } },
    ],
    [
      { kind: "accept", appealId: "7", clickId: "click-1" },
      "appeals/7/accept",
      {},
      change,
      { kind: "reverse", clicks: ids, category: "mistake" },
    ],
    [{ kind: "decline", appealId: "7", clickId: "click-1" }, "appeals/7/decline", {}, change, null],
    [
      { kind: "disableLink", code: "k7" },
      "links/k7/disable",
      {},
      change,
      { kind: "enableLink", code: "k7" },
    ],
    [
      { kind: "enableLink", code: "k7" },
      "links/k7/enable",
      {},
      change,
      { kind: "disableLink", code: "k7" },
    ],
    [
      { kind: "suspend", userId: "f1", name: "chris" },
      "users/f1/suspend",
      {},
      change,
      { kind: "restore", userId: "f1", name: "chris" },
    ],
    [
      { kind: "restore", userId: "f1", name: "chris" },
      "users/f1/restore",
      {},
      change,
      { kind: "suspend", userId: "f1", name: "chris" },
    ],
  ])("%j is previewed by the call that performs it", async (plan, path, body, answer, undo) => {
    const { api, posted } = serve({ [path]: answer, "clicks/click-1": { verdict: "invalid" } });
    const act = { ...plan, reason } satisfies SingleAct;
    expect((await api.act(act, true)).changes).toBe(true);
    expect(await api.act(act, false)).toMatchObject({ undo });
    expect(posted).toEqual([
      { path, body: { ...body, reason, dryRun: true } },
      { path, body: { ...body, reason, dryRun: false } },
    ]);
  });

  it("undoes an approval of held clicks by a reversal and a hold", async () => {
    const { api, posted } = serve({
      "clicks/approve": decision,
      "clicks/reverse": { ...decision, action: "reverse", micros: "-3000" },
      "clicks/hold": { ...decision, action: "hold" },
    });
    const group = { clicks: { group: { signal: "vpn" as const } } };
    const { undo } = await api.act({ kind: "approve", ...group, reason }, false);
    const clicks = { group: { actId: "act-1" } };
    expect(undo).toEqual({ kind: "hold", clicks, isPaid: true });
    const act: SingleAct = { kind: "hold", clicks, isPaid: true, reason };
    expect((await api.act(act, true)).lines.at(-1)).toBe("Then they are held again.");
    expect((await api.act(act, false)).lines[0]).toBe("2 clicks: $0.003 is reserved again.");
    const reversal = { clicks, reason, category: "mistake" };
    expect(posted.slice(1)).toEqual([
      { path: "clicks/reverse", body: { ...reversal, dryRun: true } },
      { path: "clicks/reverse", body: { ...reversal, dryRun: false } },
      { path: "clicks/hold", body: { clicks, reason, dryRun: false } },
    ]);
  });

  it("shows money, creators and skipped clicks", async () => {
    const { api } = serve({
      "clicks/reverse": {
        ...decision,
        action: "reverse",
        micros: "-3000",
        debtMicros: "1000",
        creators: [{ ...decision.creators[0], micros: "-3000" }],
        skipped: [{ id: "click-2", verdict: "held", why: "It was not paid" }],
        complete: false,
      },
    });
    const act: SingleAct = { kind: "reverse", clicks: ids, category: "other", reason };
    expect((await api.act(act, true)).lines).toEqual([
      "2 clicks: $0.003 is reversed, $0.001 of it as a debt.",
      "chris: 2, $0.003",
      "It was not paid",
      "More clicks match: repeat the act for the others.",
    ]);
  });

  it("changes nothing if no click qualifies", async () => {
    const none = { ...decision, clicks: 0, micros: "0", actId: null, creators: [] };
    const { api } = serve({ "clicks/approve": none });
    const outcome = await api.act({ kind: "approve", clicks: ids, reason }, true);
    expect(outcome).toMatchObject({ lines: ["No clicks change."], changes: false, undo: null });
  });
});

describe("a decision about a range", () => {
  const deny: SingleAct = { kind: "deny", range: "10.0.0.7", reason };

  it("is previewed without a change", async () => {
    const known = { ...range, effect: "allow" };
    const { api, posted } = serve({ "ip-data/lookup": { ...lookup, operatorRange: known } });
    expect((await api.act(deny, true)).lines).toEqual([
      "Clicks from 10.0.0.7 are invalid (proxy) from now on; those recorded before stay as they are.",
      "By its IP address alone, a click from 10.0.0.7 is valid now.",
      "Ann allowed 10.0.0.7/32: ours",
    ]);
    expect(posted).toEqual([]);
  });

  it.each<[string, object[], SinglePlan]>([
    ["removed", [], { kind: "leave", range: "10.0.0.7" }],
    ["allowed again", [{ ...range, effect: "allow" }], { kind: "allow", range: "10.0.0.7" }],
  ])("can be undone: the range is %s", async (_, operatorRanges, undo) => {
    const { api, posted } = serve({ "ip-data": { operatorRanges }, "ip-data/ranges": range });
    expect((await api.act(deny, false)).undo).toEqual(undo);
    expect(posted).toEqual([
      { path: "ip-data/ranges", body: { range: "10.0.0.7", effect: "deny", reason } },
    ]);
  });

  it("is undone", async () => {
    const operatorRanges = [{ ...range, effect: "deny" }];
    const { api, posted } = serve({
      "ip-data": { operatorRanges },
      "ip-data/ranges/remove": range,
    });
    const leave: SingleAct = { kind: "leave", range: "10.0.0.7", reason };
    expect((await api.act(leave, false)).undo).toEqual({ kind: "deny", range: "10.0.0.7" });
    expect(posted).toEqual([
      { path: "ip-data/ranges/remove", body: { range: "10.0.0.7", reason } },
    ]);
  });
});
