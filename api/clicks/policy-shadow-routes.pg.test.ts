import { policy } from "@fairclick/core/clicks/policy";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { clickWindowSeconds: 30 } });
const { call, owner, clock, addOperator } = app;
const { token: reader } = await addOperator("Ann", ["clicks:read"]);
const { token } = await addOperator("Bob", ["clicks:read", "policy:write"]);
const path = "/api/admin/policy/shadow";
const body = { reason: "why", policy: { burstClicks: 6 }, minutes: 60 };
const start = (more: object = {}, by: string = token) =>
  call("POST", path, { token: by, json: { ...body, ...more } });

it.each([
  ["POST", path, body],
  ["POST", `${path}/stop`, { reason: "why" }],
])("lets only operators with the scope call %s %s", async (method, url, json) => {
  expect((await call(method, url, { json })).status).toBe(401);
  expect((await call(method, url, { token: reader, json })).status).toBe(403);
});

it("shows the figures only to operators, and none before the first start", async () => {
  expect((await call("GET", path)).status).toBe(401);
  expect((await call("GET", path, { token: reader })).status).toBe(404);
  expect((await call("GET", "/api/admin/policy?version=shadow", { token })).status).toBe(404);
});

it.each([
  ["no time", { minutes: 0 }, 422],
  ["a part of a minute", { minutes: 1.5 }, 422],
  ["more than 30 days", { minutes: 30 * 1_440 + 1 }, 422],
  ["an unknown rule", { policy: { effects: { surprise: "held" } } }, 422],
  ["an effect that pays bots", { policy: { effects: { known_bot: "note" } } }, 422],
  ["an older version", { policy: { version: 1, burstClicks: 3 } }, 409],
  ["the values in force", { policy: { burstClicks: 4 } }, 409],
  ["no reason", { reason: " " }, 422],
  ["a reason that a terminal acts on", { reason: "\u001b[31m\u202e" }, 422],
  ["an endless reason", { reason: "x".repeat(501) }, 422],
])("refuses %s", async (_name, more, status) => {
  expect((await start(more)).status).toBe(status);
});

describe("a shadow", () => {
  it("is shown with its operator and reason, whatever the reason says", async () => {
    const reason = "<script>alert(1)</script>'; drop table clicks; --";
    const { json: started } = await start({ reason, dryRun: true });
    expect(started.data).toMatchObject({ applied: false, after: { burstClicks: 6 } });
    expect((await start({ reason })).status).toBe(200);
    const { json } = await call("GET", path, { token: reader });
    expect(json.data).toMatchObject({
      ...{ state: "running", operator: "Bob", clicks: 0, changed: 0, micros: "0" },
      differences: [{ name: "burstClicks", from: 4, to: 6 }],
    });
    expect(json.data.reason).toBe(reason);
    expect((await start()).status).toBe(409);
  });

  it("is a policy that can be read and applied", async () => {
    const { json } = await call("GET", "/api/admin/policy?version=shadow", { token });
    expect(json.data).toEqual({ ...policy, windowSeconds: 30, burstClicks: 6 });
    const applied = await call("POST", "/api/admin/policy/apply", {
      ...{ token, json: { reason: "why", policy: json.data } },
    });
    expect(applied.json.data.after).toMatchObject({ burstClicks: 6 });
  });

  it("is stopped, and named in the list of versions until somebody looks at it", async () => {
    const stop = () => call("POST", `${path}/stop`, { token, json: { reason: "why" } });
    expect((await stop()).json.data).toMatchObject({ after: { state: "stopped" } });
    expect((await stop()).status).toBe(409);
    const list = async () => (await call("GET", "/api/admin/policy/versions", { token })).json;
    expect((await list()).unseenShadow).toMatchObject({ endedAt: clock.at.toISOString() });
    await call("GET", path, { token: reader });
    expect((await list()).unseenShadow).toBeNull();
    const audit = await owner`
      select actor_kind, action from audit_log where action like 'policy.shadow.%' order by id`;
    expect([...audit]).toEqual([
      { actor_kind: "operator", action: "policy.shadow.start" },
      { actor_kind: "operator", action: "policy.shadow.stop" },
    ]);
  });
});
