import { policyShownResponseSchema } from "@fairclick/core/clicks/operated";
import { policy } from "@fairclick/core/clicks/release-policy";
import { replayResponseSchema } from "@fairclick/core/clicks/replay";
import { pickJson } from "@fairclick/core/schemas";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { clickWindowSeconds: 30 } });
const { call, owner, db, clock, addOperator } = app;
const { token } = await addOperator("Ann", ["clicks:read"]);
const { token: auditor } = await addOperator("Cid", ["ledger:read"]);

const path = "/api/admin/clicks/replay";
const agoMs = (ms: number) => new Date(clock.at.getTime() - ms);
const span = { from: agoMs(3_600_000).toISOString(), to: clock.at.toISOString() };

describe.each([
  ["POST", path, span],
  ["GET", "/api/admin/policy", undefined],
])("%s %s", (method, to, json) => {
  it.each([
    ["nobody", null, 401],
    ["an operator without the scope", auditor, 403],
    ["an operator with it", token, 200],
  ])("answers %s", async (_, given, status) => {
    expect((await call(method, to, { token: given, json })).status).toBe(status);
  });
});

it("shows the policy with this installation's window", async () => {
  const { json } = await call("GET", "/api/admin/policy", { token });
  expect(pickJson(policyShownResponseSchema, json).data).toEqual({ ...policy, windowSeconds: 30 });
});

it("judges again by the given policy", async () => {
  const { id: campaignId } = await addCampaign(db);
  const click = { campaignId, creatorId: await addUser(db), ipKey: "203.0.113.5" };
  const times = [600_000, 599_000, 598_000, 597_000];
  const ids = await addPendingClicks(
    db,
    times.map((ms) => ({ ...click, at: agoMs(ms) })),
  );
  const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
  await owner`update pending_clicks set user_agent = ${browser} where id = any (${ids}::uuid[])`;
  const everything = { windowSeconds: 30, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(systemCtx(db), { watermark: clock.at, ...everything });
  const { json } = await call("POST", path, { token, json: span });
  expect(pickJson(replayResponseSchema, json).data).toMatchObject({ clicks: 4, changed: 0 });
  const other = await call("POST", path, {
    token,
    json: { ...span, policy: { windowSeconds: 2 } },
  });
  expect(other.json.data).toMatchObject({ clicks: 4, changed: 4, micros: "6000" });
});

it.each([
  {},
  { ...span, from: "yesterday" },
  { ...span, to: span.from },
  { ...span, policy: { burstClicks: 0 } },
  { ...span, policy: { surprise: 1 } },
  { ...span, policy: { effects: { vpn: "'; drop table clicks" } } },
])("refuses %j", async (json) => {
  expect((await call("POST", path, { token, json })).status).toBe(422);
});
