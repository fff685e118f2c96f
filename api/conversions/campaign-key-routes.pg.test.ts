import { beforeEach, describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, clock } = app;

let developer: Person;
let path: string;
let campaignId: string;

beforeEach(async () => {
  clock.at = new Date();
  ({ developer, id: campaignId } = await launch(app));
  path = `/api/campaigns/${campaignId}/keys`;
});

const create = (name: unknown = "Game server", token = developer.token) =>
  call("POST", path, { token, json: { name } });
const list = async () => (await call("GET", path, { token: developer.token })).json.data;
const works = async (token: string) =>
  (await call("POST", "/api/conversions", { token, json: { clickId: "test", event: "joined" } }))
    .status === 200;

describe("campaign keys", () => {
  it("are shown once and stored as a hash", async () => {
    const made = await create();
    expect(made.status).toBe(201);
    const { token, id, name } = made.json.data;
    expect(token).toMatch(/^fcc_[A-Za-z0-9_-]{43}$/);
    expect(name).toBe("Game server");
    expect(await works(token)).toBe(true);
    expect(await list()).toEqual([
      { id, name, createdAt: expect.any(String), lastUsedAt: clock.at.toISOString() },
    ]);
    const [row] =
      await owner`select campaign_keys::text as everything from campaign_keys where id = ${id}`;
    expect(row?.everything).not.toContain(token.slice(4));
    const [audit] = await owner`
      select actor_id, action, after from audit_log where subject = ${`campaign:${campaignId}`}
      order by id desc limit 1`;
    expect(audit).toEqual({
      actorId: developer.id,
      action: "campaign-key.create",
      after: { keyId: id, name },
    });
  });

  it("are changed without a gap: an earlier one works until it is revoked", async () => {
    const [old, next] = [(await create()).json.data, (await create()).json.data];
    expect([await works(old.token), await works(next.token)]).toEqual([true, true]);
    await call("DELETE", `${path}/${old.id}`, { token: developer.token });
    expect([await works(old.token), await works(next.token)]).toEqual([false, true]);
    expect((await list()).map((key: { id: string }) => key.id)).toEqual([next.id]);
  });

  it("end immediately when revoked, and cannot be revoked twice", async () => {
    const { id, token } = (await create()).json.data;
    const revoke = () => call("DELETE", `${path}/${id}`, { token: developer.token });
    expect((await revoke()).status).toBe(200);
    expect(await works(token)).toBe(false);
    expect((await revoke()).status).toBe(404);
  });

  it("stop with their developer's account", async () => {
    const { token } = (await create()).json.data;
    await owner`update users set suspended_at = now() where id = ${developer.id}`;
    expect(await works(token)).toBe(false);
  });

  it("are limited to ten", async () => {
    for (let made = 0; made < 10; made += 1) expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });

  it.each([[""], [null], ["x".repeat(61)], ["a\0b"]])("need a name: %j", async (name) => {
    expect((await create(name)).status).toBe(422);
  });

  it("are hidden from other users", async () => {
    const { id } = (await create()).json.data;
    const { token } = await register(app);
    const calls = [
      ["GET", path],
      ["POST", path],
      ["DELETE", `${path}/${id}`],
    ] as const;
    for (const [method, address] of calls) {
      const json = method === "POST" ? { json: { name: "Mine" } } : {};
      expect((await call(method, address, { token, ...json })).status, method).toBe(403);
      expect((await call(method, address, json)).status, method).toBe(401);
    }
    const other = await launch(app);
    const elsewhere = `/api/campaigns/${other.id}/keys/${id}`;
    expect((await call("DELETE", elsewhere, { token: other.developer.token })).status).toBe(404);
    expect((await list()).length).toBe(1);
  });

  it("answers malformed ids like unknown ids", async () => {
    const { token } = developer;
    expect((await call("DELETE", `${path}/nonsense`, { token })).status).toBe(404);
    expect((await call("GET", "/api/campaigns/nonsense/keys", { token })).status).toBe(404);
  });
});
