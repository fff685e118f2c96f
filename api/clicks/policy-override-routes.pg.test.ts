import { clickResponseSchema } from "@fairclick/core/clicks/flagged-clicks-schema";
import { policy } from "@fairclick/core/clicks/policy";
import {
  effectivePolicyResponseSchema,
  overridesResponseSchema,
} from "@fairclick/core/clicks/policy-override-schema";
import { settleClicks } from "@fairclick/services/clicks/settle/settle-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, addOperator } = app;
const { token: reader } = await addOperator("Rob", ["clicks:read"]);
const { token: ann } = await addOperator("Ann", ["clicks:read", "policy:write"]);
const { token: bob } = await addOperator("Bob", ["clicks:read", "policy:write"]);
const paths = "/api/admin/policy/overrides";
const why = { reason: "a school" };
const ID = "01900000-0000-7000-8000-000000000001";
const creator = await register(app, "chris");
const { id: campaignId, developer } = await launch(app);
await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
const subject = `user:${creator.username}`;

const post = (path: string, json: object, token: string | null = ann) =>
  call("POST", `${paths}${path}`, { token, json: { ...why, ...json } });
const set = (subject: string, values: object, token = ann) =>
  post("/set", { subject, values }, token);
const hasOwnLimits = async () => {
  const path = `/api/campaigns/${campaignId}/stats`;
  return (await call("GET", path, { token: developer.token })).json.data.hasOwnLimits;
};
const list = async () =>
  overridesResponseSchema.parse((await call("GET", paths, { token: reader })).json).data;

it.each([
  ["/set", { subject, values: { burstClicks: 3 } }],
  ["/remove", { subject }],
  [`/${ID}/approve`, {}],
  [`/${ID}/decline`, {}],
])("lets only operators with the scope call %s", async (path, json) => {
  expect((await post(path, json, null)).status).toBe(401);
  expect((await post(path, json, creator.token)).status).toBe(401);
  expect((await post(path, json, reader)).status).toBe(403);
});

it.each([
  ["a rule's effect", { "effects.vpn": 1 }],
  ["how long a device counts", { knownDeviceHours: 5 }],
  ["the window", { windowSeconds: 30 }],
  ["one click as a burst", { burstClicks: 1 }],
  ["a fraction", { burstClicks: 3.5 }],
  ["what no number is", { burstClicks: "3" }],
  ["more devices than a policy file allows", { "shared.burstClicks": 51 }],
  ["a share above its bound", { networkPercent: 101 }],
  ["nothing", {}],
])("refuses %s", async (_name, values) => {
  expect((await set(subject, values)).status).toBe(422);
  expect(await list()).toEqual([]);
});

it.each([
  ["chris", 422],
  ["user:", 422],
  ["user:nobody", 404],
  [`campaign:${ID}`, 404],
  ["campaign:Obby", 404],
])("refuses the subject %s", async (unknown, status) => {
  expect((await set(unknown, { burstClicks: 3 })).status).toBe(status);
});

describe("an override", () => {
  it("is requested by one operator, approved by another, and listed with both", async () => {
    const { json } = await set(subject, { burstClicks: 20 });
    expect(json.data).toMatchObject({
      ...{ action: "policy.override_request", subject: `user:${creator.id}` },
      ...{ before: { burstClicks: 4 }, after: { state: "requested", loosens: "burstClicks" } },
    });
    const [requested] = await list();
    expect(requested).toMatchObject({
      ...{ state: "requested", name: creator.username, values: { burstClicks: 20 } },
      ...{ operator: "Ann", approver: null, reason: "a school", activeFrom: null },
    });
    const id = requested?.id ?? "";
    expect((await post(`/${id}/approve`, {}, ann)).status).toBe(409);
    expect((await post(`/${id}/approve`, { dryRun: true }, bob)).json.data.applied).toBe(false);
    expect((await post(`/${id}/approve`, {}, bob)).status).toBe(200);
    expect((await post(`/${id}/approve`, {}, bob)).status).toBe(404);
    expect(await list()).toMatchObject([
      { state: "active", id: "1", operator: "Ann", approver: "Bob", loosens: ["burstClicks"] },
    ]);
  });

  it("is shown with the values in force", async () => {
    expect(await hasOwnLimits()).toBe(false);
    expect((await set(`campaign:${campaignId}`, { burstClicks: 3 })).status).toBe(200);
    expect(await hasOwnLimits()).toBe(true);
    const show = async (query: string) =>
      effectivePolicyResponseSchema.parse(
        (await call("GET", `/api/admin/policy/effective?${query}`, { token: reader })).json,
      ).data;
    const ofCreator = { revision: 1, of: "creator", values: { burstClicks: 20 } };
    const ofCampaign = { revision: 2, of: "campaign", values: { burstClicks: 3 } };
    expect(await show(`user=${creator.username}`)).toMatchObject({
      burstClicks: 20,
      overrides: [ofCreator],
    });
    expect(await show(`campaign=${campaignId}&user=${creator.username}`)).toEqual({
      ...{ ...policy, burstClicks: 3, overrides: [ofCampaign, ofCreator] },
    });
    expect(await show("")).toEqual({ ...policy, overrides: [] });
    for (const query of ["?campaign=Obby", "?user="]) {
      const { status } = await call("GET", `/api/admin/policy/effective${query}`, {
        token: reader,
      });
      expect(status).toBe(422);
    }
    const shown = await call("GET", "/api/policy");
    expect(shown.json.data).toMatchObject({ burstClicks: policy.burstClicks });
    expect(shown.text).not.toContain("overrides");
  });

  it("explains the clicks that it judged, also after it ended", async () => {
    const link = { campaignId, creatorId: creator.id, ipKey: "203.0.113.4" };
    const at = (seconds: number) => new Date(clock.at.getTime() + seconds * 1_000);
    const [id = ""] = await addPendingClicks(
      app.db,
      [1, 2, 3].map((seconds) => ({ ...link, at: at(seconds) })),
    );
    const shard = { shard: 0, shards: 1, batchSize: 100, windowSeconds: 60 };
    await settleClicks(
      systemCtx(app.db, () => clock.at),
      { watermark: at(60), ...shard },
    );
    clock.at = at(3_600);
    await post("/remove", { subject: `campaign:${campaignId}` });
    expect(await hasOwnLimits()).toBe(false);
    const json = { ...why, policy: { burstClicks: 7, effects: { vpn: "note" } } };
    expect((await call("POST", "/api/admin/policy/apply", { token: ann, json })).status).toBe(200);
    const own = await call("GET", `/api/links/${campaignId}/clicks`, { token: creator.token });
    expect(own.json.data).toHaveLength(3);
    for (const { rule } of own.json.data) expect(rule).toMatch(/^3 or more clicks/);
    const shown = await call("GET", `/api/admin/clicks/${id}`, { token: reader });
    expect(clickResponseSchema.parse(shown.json).data).toMatchObject({
      ...{ policyVersion: policy.version, reason: "ip_burst" },
      overrides: [
        { revision: 2, of: "campaign", values: { burstClicks: 3 } },
        { revision: 1, of: "creator", values: { burstClicks: 20 } },
      ],
    });
  });

  it("is removed once, and a request is declined once", async () => {
    expect((await post("/remove", { subject })).status).toBe(200);
    expect((await post("/remove", { subject })).status).toBe(404);
    await set(subject, { addressClicks: 100 });
    const [{ id = "" } = {}] = await list();
    expect((await post(`/${id}/decline`, {})).json.data).toMatchObject({ applied: true });
    expect((await post(`/${id}/decline`, {})).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});
