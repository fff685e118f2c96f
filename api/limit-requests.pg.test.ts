import { costs } from "@fairclick/core/accounts/limits";
import { expect, it } from "vitest";
import { z } from "zod";
import { deposit, launch, type Person, register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const app = await createTestApp();
const { call, db } = app;

const declared = z.object({ "x-limit": z.string() });
const document = () =>
  app.app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "limits", version: "1" } });

it("limits every route, except those of visitors, supervisors and Stripe", () => {
  const kinds = Object.entries(document().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { "x-limit": kind } = declared.parse(operation);
      return { name: `${method.toUpperCase()} ${path}`, method, kind };
    }),
  );
  expect(kinds.length).toBeGreaterThan(150);
  expect(
    kinds
      .filter(({ kind }) => !Object.hasOwn(costs, kind))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "GET /api/clicks/redirect/{campaignId}",
    "GET /api/impressions/{campaignId}.svg",
    "GET /healthz",
    "GET /r/{code}",
    "GET /readyz",
    "GET /readyz/redirect",
    "POST /api/stripe/webhook",
  ]);
  // Outside of the document: pages and files, which limit themselves where they cost (drawings, reports).
  const names = new Set(kinds.map(({ name }) => name));
  const others = app.app.routes
    .filter(
      ({ method, path }) =>
        method !== "ALL" &&
        !path.includes("*") &&
        !names.has(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(others)].sort()).toEqual([
    "GET /api/openapi.json",
    "GET /covers/:name",
    "GET /covers/drawn/:name",
    "GET /docs",
    "GET /docs.css",
    "GET /docs/webhooks",
    "GET /metrics",
    "GET /report",
    "GET /report/:link",
    "GET /robots.txt",
    "GET /sitemap.xml",
    "POST /report",
  ]);
  const writing = kinds.filter(({ method, kind }) => method !== "get" && kind === "read");
  expect(writing).toEqual([]);
});

/** Sends the same request many times, and counts the answers by status. */
async function storm(times: number, send: (n: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n += 1) {
    const { status } = await send(n);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

async function joinedCampaign(): Promise<{ developer: Person; creator: Person; id: string }> {
  const { developer, id } = await launch(app);
  const creator = await register(app, "creator");
  const joined = await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  expect(joined.status).toBe(200);
  return { developer, creator, id };
}

const countNotices = async ({ id }: Person) => {
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from notices where user_id = ${id} and kind = 'campaign.changed'`;
  return row?.count ?? 0;
};

it("ends a storm of prices, with a plain sentence and when to try again", async () => {
  const { developer, creator, id } = await joinedCampaign();
  const raise = (n: number) =>
    call("POST", `/api/campaigns/${id}/price`, {
      token: developer.token,
      json: { payoutPerClick: 0.0016 + n / 1_000_000 },
    });
  const counts = await storm(150, raise);
  expect(counts[429]).toBeGreaterThanOrEqual(90);
  expect(await countNotices(creator)).toBeLessThanOrEqual(20);
  const refused = await raise(151);
  expect(refused.json).toMatchObject({
    status: "error",
    code: "rate_limited",
    message: "Too many attempts. Please wait a while and try again.",
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

it("ends a storm of pauses, and refuses nobody else in the network", async () => {
  const { developer, creator, id } = await joinedCampaign();
  const other = await launch(app);
  const edit = (token: string, campaignId: string, isActive: boolean) =>
    call("PATCH", `/api/campaigns/${campaignId}`, { token, json: { isActive } });
  const counts = await storm(50, (n) => edit(developer.token, id, n % 2 === 1));
  expect(counts[429]).toBeGreaterThanOrEqual(5);
  expect(await countNotices(creator)).toBeLessThanOrEqual(41);
  expect((await edit(developer.token, id, false)).status).toBe(200);
  const more = await storm(150, (n) => edit(developer.token, id, n % 2 === 1));
  expect(more[429]).toBeGreaterThanOrEqual(90);
  expect(await countNotices(creator)).toBeLessThanOrEqual(41);
  expect((await edit(other.developer.token, other.id, false)).status).toBe(200);
});

it("writes to the audit log only what an edit changed, and no long texts", async () => {
  const { developer, id } = await launch(app, { description: "x".repeat(4_000) });
  const edit = (json: unknown) =>
    call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json });
  const read = () => db.sql<{ before: object; after: object; bytes: number }[]>`
    select before, after, octet_length(before::text || after::text) as bytes from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.edit' order by id`;
  expect((await edit({ limits: { dailyCap: 5 } })).status).toBe(200);
  expect((await edit({ limits: { dailyCap: 5 } })).status).toBe(200);
  expect((await edit({ description: "y".repeat(4_000) })).status).toBe(200);
  const [limit, text, ...others] = await read();
  expect(limit).toMatchObject({
    before: { dailyCapMicros: null },
    after: { dailyCapMicros: "5000000" },
  });
  expect(Object.keys(limit?.after ?? {})).toEqual(["dailyCapMicros"]);
  expect(text?.after).toEqual({ description: `${"y".repeat(500)}… (4,000 characters)` });
  expect(others).toEqual([]);
});

it("ends a storm of events that are sent again", async () => {
  const person = await register(app);
  const json = { url: "https://game.example/hook", events: ["deposit.arrived"] };
  const added = await call("POST", "/api/webhooks", { token: person.token, json });
  expect(added.status).toBe(201);
  await deposit(app, person, 1);
  const path = `/api/webhooks/${added.json.data._id}/deliveries/${crypto.randomUUID()}/resend`;
  const counts = await storm(150, () => call("POST", path, { token: person.token }));
  expect(counts[429]).toBeGreaterThanOrEqual(90);
});

it("reads on while the store of the limits is away", async () => {
  const person = await register(app);
  const { take } = app.deps.limits;
  app.deps.limits.take = (name, ...rest) =>
    name.startsWith("read") || name.startsWith("open")
      ? take(name, ...rest)
      : Promise.reject(new Error("reading asked the store"));
  expect((await call("GET", "/api/wallet/summary", { token: person.token })).status).toBe(200);
  app.deps.limits.take = take;
});
