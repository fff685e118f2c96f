import { keyScopeNames } from "@fairclick/core/accounts/keys";
import { hashPassword } from "@fairclick/services/accounts/passwords";
import { expect, it } from "vitest";
import { campaignInput, deposit, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, db, owner } = app;
const password = "correct horse";
const HOUR_MS = 3_600_000;

const add = (person: Person, json: object = {}) =>
  call("POST", "/api/keys", {
    token: person.token,
    json: { name: "Server", scopes: keyScopeNames, ...json },
  });
const makeKey = async (person: Person, json: object = {}): Promise<string> =>
  (await add(person, json)).json.data.token;
const list = async ({ token }: Person) => (await call("GET", "/api/keys", { token })).json.data;
const statusWith = async (token: string, path = "/api/auth/me") =>
  (await call("GET", path, { token })).status;

it("shows a key once, stores its hash, and notifies the owner of it and of its end", async () => {
  const person = await register(app);
  const made = await add(person, { scopes: ["read", "read", "payouts"], validDays: 30 });
  expect(made.status).toBe(201);
  const { token, ...key } = made.json.data;
  expect(token).toMatch(/^fck_[\w-]{43}$/);
  const inDays = (days: number) => new Date(clock.at.getTime() + days * 24 * HOUR_MS);
  const shown = { name: "Server", scopes: ["read", "payouts"], lastUsedAt: null };
  expect(key).toMatchObject({ ...shown, expiresAt: inDays(30).toISOString() });
  expect(await list(person)).toEqual([key]);
  const rows = await owner`
    select k::text as text from personal_keys k union all select a::text from audit_log a
    union all select n::text from notices n`;
  expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  const revoke = () => call("DELETE", `/api/keys/${key._id}`, { token: person.token });
  expect((await revoke()).status).toBe(200);
  expect([await statusWith(token), (await revoke()).status]).toEqual([401, 404]);
  const { text } = await call("GET", "/api/notices", { token: person.token });
  expect(text).toContain("The API key Server was added to your account");
  expect(text).toContain("The API key Server was revoked");
});

it.each([
  [{ name: " " }, "A key needs a name"],
  [{ scopes: [] }, "Choose at least one scope"],
  [{ scopes: ["all"] }, "scopes holds a name that is no scope"],
  [{ scopes: "read" }, "scopes must be a list of names"],
  [{ validDays: 0 }, "A key is valid for at least one day"],
  [{ validDays: 1.5 }, "validDays must be a whole number of days, or null"],
])("refuses %j", async (json, message) => {
  const answer = await add(await register(app), json);
  expect([answer.status, answer.json.message]).toEqual([422, message]);
});

it("creates none without a proof of identity, and none with a key", async () => {
  const person = await register(app);
  const token = await makeKey(person);
  await owner`update sessions set proved_at = now() - interval '11 minutes'
    where user_id = ${person.id}`;
  expect((await add(person)).json.code).toBe("proof_required");
  expect((await add({ ...person, token })).status).toBe(403);
  expect(await list(person)).toHaveLength(1);
});

it("keeps at most 20 keys per user, also when they are added at once", async () => {
  const person = await register(app);
  for (let n = 0; n < 17; n += 1) await add(person);
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(person)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 201, 409, 409, 409]);
});

it("lists and revokes own keys only", async () => {
  const [person, other] = [await register(app), await register(app)];
  const { _id: id } = (await add(person)).json.data;
  const answer = await call("DELETE", `/api/keys/${id}`, { token: other.token });
  expect([answer.status, await list(other)]).toEqual([404, []]);
  expect(await list(person)).toHaveLength(1);
});

it("acts for its owner within its scopes, and is named in the audit log", async () => {
  const person = await register(app);
  await deposit(app, person, 100);
  const { token, _id: keyId } = (await add(person, { scopes: ["campaigns"] })).json.data;
  const made = await call("POST", "/api/campaigns", { token, json: campaignInput(app) });
  expect(made.status).toBe(201);
  const [audit] = await owner`
    select actor_id, after from audit_log where action = 'campaign.create'
    order by id desc limit 1`;
  expect(audit).toMatchObject({ actorId: person.id, after: { byKey: keyId } });
  const refused = await call("GET", "/api/webhooks", { token });
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    403,
    "forbidden",
    "This API key does not have the scope webhooks",
  ]);
});

it("counts for nothing on public routes that name no scope of its own", async () => {
  const person = await register(app);
  await deposit(app, person, 100);
  const json = campaignInput(app);
  const { _id } = (await call("POST", "/api/campaigns", { token: person.token, json })).json.data;
  const path = `/api/campaigns/${_id}`;
  const seenBy = async (token: string | null) => (await call("GET", path, { token })).text;
  expect(await seenBy(await makeKey(person, { scopes: ["read"] }))).toBe(
    await seenBy(person.token),
  );
  expect(await seenBy(await makeKey(person, { scopes: ["links"] }))).toBe(await seenBy(null));
});

it("records its last use once an hour, and expires", async () => {
  const start = clock.at;
  const person = await register(app);
  const token = await makeKey(person, { validDays: 1 });
  const use = async (afterMs: number) => {
    clock.at = new Date(start.getTime() + afterMs);
    const status = await statusWith(token);
    const [row] = await db.sql<{ at: Date }[]>`
      select last_used_at as at from personal_keys where user_id = ${person.id}`;
    return [status, row && row.at.getTime() - start.getTime()];
  };
  expect(await use(1)).toEqual([200, 1]);
  expect(await use(HOUR_MS)).toEqual([200, 1]);
  expect(await use(HOUR_MS + 1)).toEqual([200, HOUR_MS + 1]);
  expect(await use(24 * HOUR_MS)).toEqual([401, HOUR_MS + 1]);
  clock.at = start;
});

it("is limited to 600 calls per minute, each key by itself", async () => {
  const person = await register(app);
  const [busy, idle] = [await makeKey(person), await makeKey(person)];
  const statuses = new Set<number>();
  for (let batch = 0; batch < 61; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => statusWith(busy)));
    for (const status of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200, 429]);
  expect(await statusWith(idle)).toBe(200);
});

it("sets no device cookie, and records no place", async () => {
  const person = await register(app);
  await owner`delete from presences where user_id = ${person.id}`;
  const token = await makeKey(person);
  await owner`delete from presences where user_id = ${person.id}`;
  const { headers } = await call("GET", "/api/auth/me", { token, ip: "8.8.4.4" });
  expect(headers.get("set-cookie")).toBeNull();
  expect(await owner`select from presences where user_id = ${person.id}`).toHaveLength(0);
});

it("opens nothing while its owner is suspended", async () => {
  const person = await register(app);
  const token = await makeKey(person);
  const suspend = (at: Date | null) =>
    owner`update users set suspended_at = ${at} where id = ${person.id}`;
  await suspend(clock.at);
  expect(await statusWith(token)).toBe(401);
  await suspend(null);
  expect(await statusWith(token)).toBe(200);
});

it("ends with a new password and with the account", async () => {
  const person = await register(app);
  const token = await makeKey(person);
  const changed = await call("POST", "/api/auth/password", {
    token: person.token,
    json: { newPassword: "battery staple 12" },
  });
  expect([changed.status, await statusWith(token)]).toEqual([200, 401]);
  const { text } = await call("GET", "/api/notices", { token: person.token });
  expect(text).toContain("A change of your password or sign-in ends all API keys: Server.");
  const hash = await hashPassword(password);
  await owner`update users set password_hash = ${hash} where id = ${person.id}`;
  const last = await makeKey(person);
  const deleted = await call("POST", "/api/users/profile/delete", {
    token: person.token,
    json: { giveUpWalletCents: 0, giveUpEarnings: false },
  });
  expect([deleted.status, await statusWith(last)]).toEqual([200, 401]);
  expect(await owner`select from personal_keys where user_id = ${person.id}`).toHaveLength(0);
});
