import { keyScopeNames } from "@fairclick/core/accounts/keys";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const app = await createTestApp();
const { call } = app;
const person = await register(app);

const operationSchema = z.object({
  "x-access": z.string(),
  "x-key-scope": z.string().optional(),
  requestBody: z.unknown().optional(),
});
const document = (await call("GET", "/api/openapi.json")).json;
const routes = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, found]) => {
    const operation = operationSchema.parse(found);
    const name = `${method.toUpperCase()} ${path}`;
    return { name, method, path, scope: operation["x-key-scope"], operation };
  }),
);
const ofUsers = routes.filter(({ operation }) => operation["x-access"].startsWith("user"));

async function makeKey(scopes: readonly string[]): Promise<string> {
  const json = { name: "Key", scopes };
  const { token } = person;
  return (await call("POST", "/api/keys", { token, json })).json.data.token;
}

/** Sends nothing valid: a request that gets past the scope is answered 404, 422 or with a list. */
async function send({ method, path }: (typeof routes)[number], token: string) {
  const target = path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000");
  const json = method === "get" ? undefined : {};
  const { status, json: answer } = await call(method.toUpperCase(), target, { token, json });
  return { status, message: String(answer?.message ?? "") };
}

it("is declared by every route of users: a scope, or none", () => {
  expect(ofUsers.length).toBeGreaterThan(60);
  const allowed = ["none", ...keyScopeNames];
  const undeclared = ofUsers.filter(({ scope }) => scope === undefined || !allowed.includes(scope));
  expect(undeclared.map(({ name }) => name)).toEqual([]);
});

it("is none for everything that needs a proof, moves money out, or makes keys", () => {
  const proven = ofUsers.filter(
    ({ operation, path }) =>
      operation["x-access"] === "user:proof" && !path.startsWith("/api/webhooks"),
  );
  expect(proven.length).toBeGreaterThan(12);
  const harmless = ["GET /api/auth/me", "GET /api/users/dashboard", "GET /api/campaigns/{id}/keys"];
  const ofAccount = ofUsers.filter(
    ({ name, path }) => /\/(auth|users|keys)(\/|$)/.test(path) && !harmless.includes(name),
  );
  expect(ofAccount.length).toBeGreaterThan(20);
  const money = ofUsers.filter(
    ({ path, method }) => /\/(stripe|wallet)\//.test(path) && method !== "get",
  );
  expect(money.length).toBeGreaterThan(8);
  for (const { name, scope } of [...proven, ...ofAccount, ...money]) {
    expect([name, scope]).toEqual([name, "none"]);
  }
});

it("that only reads is never enough to change something", () => {
  for (const { name, method, scope } of ofUsers) {
    if (scope === "read" || scope === "payouts") expect([name, method]).toEqual([name, "get"]);
  }
});

describe("enforcement", () => {
  it("refuses a key with all scopes where none is declared", async () => {
    const token = await makeKey(keyScopeNames);
    for (const route of ofUsers.filter(({ scope }) => scope === "none")) {
      const { status, message } = await send(route, token);
      expect([route.name, status, message]).toEqual([
        route.name,
        403,
        "API keys cannot do this: sign in to the app",
      ]);
    }
  });

  it.each(keyScopeNames)(
    "refuses a key without the scope %s, and lets one with it",
    async (name) => {
      const without = await makeKey(keyScopeNames.filter((each) => each !== name));
      const only = await makeKey([name]);
      const own = ofUsers.filter(({ scope }) => scope === name);
      expect(own.length).toBeGreaterThan(2);
      for (const route of own) {
        expect((await send(route, without)).message, route.name).toBe(
          `This API key does not have the scope ${name}`,
        );
        expect((await send(route, only)).message, route.name).not.toMatch(/API key/);
      }
    },
  );

  it("opens no route of operators or campaigns", async () => {
    const token = await makeKey(keyScopeNames);
    const others = routes.filter(({ operation }) =>
      /^(operator|campaign)/.test(operation["x-access"]),
    );
    for (const route of others) expect((await send(route, token)).status, route.name).toBe(401);
  });
});
