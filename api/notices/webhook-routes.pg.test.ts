import type { UserId } from "@fairclick/core/ids";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import { notify } from "@fairclick/services/notify";
import { withTx } from "@fairclick/sql/db/tx";
import { expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { appUrl: "https://fairclick.example" } });
const { call, db } = app;
const valid = { url: "https://game.example/hook", events: [depositArrived.kind] };
const add = ({ token }: Person, json: object = valid) =>
  call("POST", "/api/webhooks", { token, json });
const list = async ({ token }: Person) => (await call("GET", "/api/webhooks", { token })).json;

const toText = (rows: unknown) =>
  JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));

it("adds, lists, changes, rotates and deletes a webhook, and shows secrets once", async () => {
  const person = await register(app);
  const { token } = person;
  const made = await add(person, { ...valid, events: [depositArrived.kind, depositArrived.kind] });
  expect(made.status).toBe(201);
  const { secret, ...webhook } = made.json.data;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(webhook).toMatchObject({ ...valid, enabled: true, disabledBy: null, failures: 0 });
  const listed = await list(person);
  expect(listed.data).toEqual([webhook]);
  expect(listed.events).toContainEqual({
    name: "deposit.arrived",
    description: "A payment arrived",
  });
  const path = `/api/webhooks/${webhook._id}`;
  const json = { ...valid, url: "https://game.example/other", enabled: false };
  const changed = await call("PUT", path, { token, json });
  expect(changed.json.data).toMatchObject({ url: json.url, enabled: false, disabledBy: "owner" });
  const rotated = await call("POST", `${path}/rotate`, { token });
  expect(rotated.status).toBe(201);
  expect(rotated.json.data.secret).not.toBe(secret);
  const stored = toText([
    await db.sql`select * from webhook_endpoints`,
    await db.sql`select * from audit_log`,
    await db.sql`select * from notices`,
  ]);
  for (const each of [secret, rotated.json.data.secret]) expect(stored).not.toContain(each);
  expect((await call("DELETE", path, { token })).status).toBe(200);
  expect((await list(person)).data).toEqual([]);
  expect((await call("DELETE", path, { token })).status).toBe(404);
});

it("tells the owner that a webhook was added", async () => {
  const person = await register(app);
  await add(person, { ...valid, url: "https://game.example/hook?key=very-secret" });
  const { text } = await call("GET", "/api/notices", { token: person.token });
  expect(text).toContain("Events of your account are sent to game.example");
  expect(text).not.toContain("very-secret");
});

it.each([
  [{ ...valid, url: "http://game.example/" }, "The address must start with https://"],
  [{ ...valid, url: "http://localhost:3000/" }, "The address must start with https://"],
  [
    { ...valid, url: "https://169.254.169.254/" },
    "The address must have a host name, not a number",
  ],
  [{ ...valid, url: "https://a.internal/" }, "The host name must be one of the public internet"],
  [{ ...valid, events: [] }, "Choose at least one event"],
  [{ ...valid, events: ["account.reset_password"] }, "events holds a name that is no event"],
  [{ events: valid.events }, "url is required"],
])("refuses %j", async (json, message) => {
  const person = await register(app);
  const answer = await add(person, json);
  expect([answer.status, answer.json.message]).toEqual([422, message]);
  const made = await add(person);
  const path = `/api/webhooks/${made.json.data._id}`;
  const changed = await call("PUT", path, {
    token: person.token,
    json: { ...json, enabled: true },
  });
  expect([changed.status, changed.json.message]).toEqual([422, message]);
  expect((await list(person)).data).toMatchObject([valid]);
});

it("keeps at most five webhooks per user, also when they are added at once", async () => {
  const person = await register(app);
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(person)));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...[201, 201, 201, 201, 201],
    ...[409, 409, 409],
  ]);
});

it("lists deliveries in pages, and nobody reaches the webhooks of others", async () => {
  const [owner, other] = [await register(app), await register(app)];
  const { _id: id } = (await add(owner)).json.data;
  for (let event = 0; event < 3; event += 1) {
    await withTx(db, (tx) =>
      notify(tx, { now: () => new Date() }, depositArrived, {
        to: [owner.id as UserId],
        data: { amountMicros: 1n },
      }),
    );
  }
  const page = async (query: string) =>
    (await call("GET", `/api/webhooks/${id}/deliveries?${query}`, { token: owner.token })).json;
  const first = await page("limit=2");
  const second = await page(`limit=2&cursor=${first.nextCursor}`);
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([2, 1, null]);
  const [{ _id: eventId, ...delivery }] = first.data;
  expect(delivery).toMatchObject({ event: "deposit.arrived", state: "pending", attempts: 0 });
  const path = `/api/webhooks/${id}`;
  const attempts = [
    ["GET", `${path}/deliveries`],
    ["POST", `${path}/deliveries/${eventId}/resend`],
    ["POST", `${path}/rotate`],
    ["PUT", path, { ...valid, enabled: false }],
    ["DELETE", path],
  ] as const;
  for (const [method, target, json] of attempts) {
    const answer = await call(method, target, { token: other.token, json });
    expect([answer.status, answer.json.message]).toEqual([404, "There is no such webhook"]);
    expect((await call(method, target, { json })).status).toBe(401);
  }
  expect((await list(other)).data).toEqual([]);
  const resent = await call("POST", `${path}/deliveries/${eventId}/resend`, {
    token: owner.token,
  });
  expect(resent.status).toBe(409);
});

it("deletes webhooks with the account", async () => {
  const person = await register(app);
  await add(person);
  const { status } = await call("POST", "/api/users/profile/delete", {
    token: person.token,
    json: { giveUpWalletCents: 0, giveUpEarnings: false },
  });
  expect(status).toBe(200);
  expect(await db.sql`select from webhook_endpoints where user_id = ${person.id}`).toHaveLength(0);
});
