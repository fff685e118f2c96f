import { expect, it } from "vitest";
import { register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const listPresences = (userId: string) =>
  db.sql`select kind, key from presences where user_id = ${userId} order by kind, key`;

it("records the public address and the device of a signed-in user", async () => {
  const person = await register(app);
  const first = await call("GET", "/api/auth/me", { token: person.token, ip: "8.8.4.4" });
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^fc_device=[0-9a-f-]{36}\.[\w-]{22}; .*HttpOnly; SameSite=Lax$/);
  const device = /fc_device=([^;]+)/.exec(cookie)?.[1];
  const again = await call("GET", "/api/auth/me", {
    token: person.token,
    ip: "8.8.4.4",
    headers: { cookie: `fc_device=${device}` },
  });
  expect(again.headers.get("set-cookie")).toBeNull();
  expect(await listPresences(person.id)).toEqual([
    { kind: "device", key: `cookie:${device?.slice(0, 36)}` },
    { kind: "device", key: expect.stringMatching(/^like:/) },
    { kind: "ip", key: "8.8.4.4" },
  ]);
});

it("ignores an unsigned cookie, and sets a new one", async () => {
  const person = await register(app);
  const { headers } = await call("GET", "/api/auth/me", {
    token: person.token,
    ip: "192.168.0.9",
    headers: { cookie: `fc_device=${crypto.randomUUID()}` },
  });
  expect(headers.get("set-cookie")).toMatch(/^fc_device=/);
  expect(await listPresences(person.id)).toEqual([
    { kind: "device", key: expect.stringMatching(/^like:/) },
  ]);
});

it("recognises a new browser by the last of several cookies", async () => {
  const person = await register(app);
  const from = { token: person.token, ip: "192.168.0.8" };
  const paths = ["/api/auth/me", "/api/users/dashboard", "/api/campaigns/joined"];
  const answers = await Promise.all(paths.map((path) => call("GET", path, from)));
  const given = answers.map(
    ({ headers }) => /fc_device=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1],
  );
  expect(new Set(given).size).toBe(3);
  expect(await listPresences(person.id)).toEqual([
    { kind: "device", key: expect.stringMatching(/^like:/) },
  ]);
  const [, , kept] = given;
  await call("GET", "/api/auth/me", { ...from, headers: { cookie: `fc_device=${kept}` } });
  expect(await listPresences(person.id)).toEqual([
    { kind: "device", key: `cookie:${kept?.slice(0, 36)}` },
    { kind: "device", key: expect.stringMatching(/^like:/) },
  ]);
});

it("ignores visitors without sign-in, and shared addresses", async () => {
  expect((await call("GET", "/api/campaigns?scope=all")).headers.get("set-cookie")).toBeNull();
  const person = await register(app);
  await call("GET", "/api/auth/me", { token: person.token, ip: "192.168.0.7" });
  const kinds = (await listPresences(person.id)).map((row) => row.kind);
  expect(kinds).toEqual(["device"]);
});

it("does not fail the request if recording fails", async () => {
  const person = await register(app);
  clock.at = new Date(clock.at.getTime() + 3_600_000);
  await app.owner`alter table presences rename to elsewhere`;
  const { status } = await call("GET", "/api/auth/me", { token: person.token, ip: "8.8.8.8" });
  await app.owner`alter table elsewhere rename to presences`;
  expect(status).toBe(200);
});
