import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "@fairclick/services/config";
import { addClick, judgeAs } from "@fairclick/services/conversions/testing/judge-as";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { ApiDocument } from "./app";
import type { Operation } from "./reference/complete-document";
import { startApi } from "./start-api";
import { campaignInput, deposit, launch, register } from "./testing/people";
import { createTestApp } from "./testing/test-app";
import { createValidator } from "./testing/validate-document";

const app = await createTestApp();
const { db, owner, call, addOperator } = app;
const dataDir = mkdtempSync(join(tmpdir(), "fairclick-contract-"));
const server = startApi(
  readConfig({
    PORT: "0",
    DATABASE_URL: app.deps.config.databaseUrl,
    DATA_DIR: dataDir,
    IP_DATA_URL: "off",
  }),
  pino({ level: "silent" }),
);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const { developer, id: campaignId } = await launch(app);
const { id: joinable } = await launch(app);
const creator = await register(app, "creator");
const [leaving, spare] = [await register(app), await register(app)];
await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
await deposit(app, developer, 1_000);
const keyAnswer = await call("POST", `/api/campaigns/${campaignId}/keys`, {
  token: developer.token,
  json: { name: "Server" },
});
const clickId = await addClick(db, { campaignId, creatorId: creator.id });
await judgeAs(owner, clickId, "invalid");
const operator = await addOperator("Ann");
const [link] = await owner<
  { code: string }[]
>`select code from links where campaign_id = ${campaignId}`;

const { json } = await call("GET", "/api/openapi.json");
const document: ApiDocument = json;
const { problems } = createValidator(json);

const newKey = { name: "Reports", scopes: ["read"], validDays: null };
const keyOwner = await register(app);
const personalKey = await call("POST", "/api/keys", { token: keyOwner.token, json: newKey });

type Call = { params?: Record<string, string>; token?: string; json?: unknown };

const ids: Record<string, string> = {
  id: campaignId,
  campaignId,
  clickId,
  keyId: keyAnswer.json.data.id,
  userId: creator.id,
  user: creator.id,
  code: link?.code ?? "",
  account: `wallet:${developer.id}`,
  act: "pause",
  queue: "settle-clicks",
  from: "2026-11-01T00:00:00Z",
  to: "2026-11-08T00:00:00Z",
  step: "day",
  dimension: "device",
  address: "81.2.69.142",
  range: "198.51.100.0/24",
  by: "address",
  kind: "appeals",
  month: "2026-11",
  campaign: campaignId,
  creator: creator.id,
};

await addOperator("Cid", ["ledger:read"]);

const person = { country: "US", termsVersion: 1, isMinor: false };

/** What the calls send that need a body, an existing object or another caller. */
const calls: Record<string, Call> = {
  "POST /api/auth/login": { json: { email: developer.email, password: "correct horse" } },
  "POST /api/auth/logout": { token: leaving.token },
  "POST /api/auth/register": {
    json: {
      ...{ username: "Newcomer", email: "new@example.com", password: "correct horse" },
      ...person,
    },
  },
  "POST /api/keys": { token: keyOwner.token, json: { ...newKey, name: "Another" } },
  "DELETE /api/keys/{id}": { token: keyOwner.token, params: { id: personalKey.json.data._id } },
  "DELETE /api/auth/sessions": { token: spare.token },
  "POST /api/auth/password": {
    token: (await register(app)).token,
    json: { newPassword: "correct horse battery" },
  },
  "POST /api/auth/proof": {
    token: (await register(app)).token,
    json: { password: "correct horse" },
  },
  "POST /api/users/profile/archive": {
    token: (await register(app)).token,
  },
  "POST /api/users/profile/delete": {
    token: (await register(app)).token,
    json: { giveUpWalletCents: 0, giveUpEarnings: true },
  },
  "PUT /api/users/profile/email": {
    token: spare.token,
    json: { email: "other@example.com" },
  },
  "PUT /api/users/profile/username": { token: spare.token, json: { username: "Renamed" } },
  "PUT /api/users/profile/country": { json: { country: "DE" } },
  "PUT /api/users/profile/language": { json: { language: "es" } },
  "PUT /api/users/profile/content": { json: { categories: ["Roblox"], platforms: ["YouTube"] } },
  "PUT /api/users/profile/minor": { json: { isMinor: false } },
  "POST /api/users/agreement": { json: { termsVersion: 1, isMinor: false } },
  "POST /api/users/channels": { json: { url: "https://www.youtube.com/@chris" } },
  "GET /api/campaigns": { token: developer.token },
  "POST /api/campaigns": { json: campaignInput(app) },
  "POST /api/campaigns/game": { json: { gameUrl: "https://www.roblox.com/games/1" } },
  "PUT /api/campaigns/drafts/{id}": { json: { fields: { gameTitle: "Tower of Fun" }, step: 2 } },
  "PATCH /api/campaigns/{id}": { json: { description: "Climb the tower.", isActive: true } },
  "POST /api/campaigns/{id}/budget": { json: { amount: 500, requestId: randomUUID() } },
  "PATCH /api/campaigns/{id}/links/{userId}": { json: { disabled: true } },
  "POST /api/campaigns/{id}/report": { json: { reason: "scam", text: "It asks for passwords." } },
  "POST /api/campaigns/{id}/keys": { json: { name: "Game server" } },
  "PUT /api/campaigns/{id}/events": { json: { own: ["purchase"], conversion: "joined" } },
  "POST /api/links/{campaignId}/names": { json: { name: "bio" } },
  "POST /api/conversions": { json: [{ clickId: randomUUID(), event: "joined", player: "261" }] },
  "POST /api/notices/read": { json: { upTo: randomUUID() } },
  "PUT /api/notices/settings": { json: { kind: "campaign.joined", mail: false } },
  "POST /api/webhooks": {
    json: { url: "https://game.example/fairclick", events: ["deposit.arrived"] },
  },
  "POST /api/campaigns/join/{id}": { token: creator.token, params: { id: joinable } },
  "POST /api/campaigns/{id}/end": { params: { id: (await another()).id } },
  "POST /api/admin/me/sign-out": {
    token: (await addOperator("Bob", ["ledger:read"])).token,
  },
  "POST /api/admin/operators/{name}/revoke": {
    params: { name: "Cid" },
    json: { reason: "left" },
  },
  "GET /api/admin/clicks/{id}": { params: { id: clickId } },
  "POST /api/admin/campaigns/{id}/{act}": { params: { act: "pause" } },
  "POST /api/admin/links/{code}/{act}": { params: { act: "disable" } },
  "POST /api/admin/users/{user}/{act}": { params: { act: "suspend" } },
};

async function another(): Promise<{ id: string }> {
  const { json } = await call("POST", "/api/campaigns", {
    token: developer.token,
    json: campaignInput(app),
  });
  return { id: json.data._id };
}

/** Called last, because they end what other calls need. */
const last = [
  "DELETE",
  "POST /api/auth/logout",
  "POST /api/users/profile/delete",
  "PATCH /api/campaigns/{id}/links/{userId}",
  "POST /api/admin/links/{code}/{act}",
  "POST /api/admin/users/{user}/{act}",
];

const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  .sort((a, b) => Number(isLast(a.name)) - Number(isLast(b.name)));

function isLast(name: string): boolean {
  return last.some((part) => name.includes(part));
}

function tokenFor(name: string, access: string): string | null {
  if (access === "public") return null;
  if (access === "campaign") return keyAnswer.json.data.token;
  if (access.startsWith("operator")) return operator.token;
  return name.includes("/api/links/") ? creator.token : developer.token;
}

function fillAddress(path: string, { parameters = [] }: Operation, params: Record<string, string>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? randomUUID());
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(params[name] ?? "")}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

const succeeded: string[] = [];

it.each(operations)("$name answers as documented", async ({ name, method, path, operation }) => {
  const { params = {}, token = tokenFor(name, operation["x-access"]), json } = calls[name] ?? {};
  const body =
    json ?? (operation.requestBody?.content["application/json"] && { reason: "Reported" });
  const answer = await fetch(
    `http://127.0.0.1:${server.port}${fillAddress(path, operation, { ...ids, ...params })}`,
    {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const said =
    operation.responses[answer.status] ?? (answer.ok ? undefined : operation.responses.default);
  expect(said, `${answer.status} is not described`).toBeDefined();
  expect([500, 501, 502, 504]).not.toContain(answer.status);
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const described = Object.keys(said?.content ?? {});
  if (described.length > 0) expect(described).toContain(type);
  if (type === "application/json") {
    const found = await answer.json();
    const { schema = {} } = said?.content?.[type] ?? {};
    expect(problems(schema, found), JSON.stringify(found)).toEqual([]);
  } else await answer.body?.cancel();
  if (answer.status < 400) succeeded.push(name);
});

/** Statuses of requests for missing things, and while payments and Google are off. */
const refused = [
  /\/api\/stripe\/(?!config|refundable)/,
  /\/api\/auth\/google/,
  /\/api\/auth\/(?:reset|verification\/email|email|recovery)/,
  /\/api\/auth\/second-factor/,
  /\/api\/auth\/passkeys(?:$|\/(?:\{id\}|session|proof))/,
  /\/api\/auth\/sessions\/\{id\}/,
  /\/api\/wallet\/spend-earnings/,
  /\/api\/notices\/unsubscribe/,
  /\/api\/webhooks\/\{/,
  /POST \/api\/contact/,
  /POST \/api\/campaigns\/covers/,
  /\/api\/users\/channels\/\{/,
  /(?:POST|DELETE) \/api\/campaigns\/\{id\}\/join-request/,
  /\/appeal/,
  /\/api\/campaigns\/\{id\}\/(?:fund|price)/,
  /POST \/api\/campaigns\/\{id\}\/objections/,
  /POST \/api\/admin\//,
  /\/api\/admin\/(?:withdrawals|refunds|cases|queues|suspects|ledger\/withdrawals)\/\{/,
];

it("succeeds with every request that can succeed here", () => {
  const others = operations.map(({ name }) => name).filter((name) => !succeeded.includes(name));
  expect(others.filter((name) => !refused.some((pattern) => pattern.test(name)))).toEqual([]);
});
