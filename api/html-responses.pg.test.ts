import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { crowdedPage, unavailablePage } from "./redirect/pages";
import { createRedirectWorld } from "./redirect/testing/redirect-world";

const { db, owner, url } = await createTestDatabase();
const world = createRedirectWorld({ db, owner, databaseUrl: url, redisUrl: null });
const webDist = mkdtempSync(join(tmpdir(), "fairclick-web-"));
writeFileSync(join(webDist, "index.html"), "<!doctype html><title>Fairclick</title>");
afterAll(async () => {
  await world.close();
  rmSync(webDist, { recursive: true, force: true });
});

const { port } = world.startApi({ WEB_DIST: webDist });
const link = await world.addLink();
const gone = await world.addLink();
await owner`update links set disabled_at = now(), disabled_by = 'operator' where code = ${gone.code}`;

const asPage = { accept: "text/html" };
const asMessenger = { "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0)" };
const visit = (path: string, headers: Record<string, string>) => () =>
  world.visit(port, path, { headers });

it.each([
  ["the app", 200, visit("/", asPage)],
  ["a page of the app", 200, visit("/campaigns", asPage)],
  ["a page that does not exist", 200, visit("/nothing/here", asPage)],
  ["the API's reference", 200, visit("/docs", asPage)],
  ["the card for a game", 200, visit(link.path, asMessenger)],
  ["a link that does not exist", 404, visit(`/r/${randomUUID().slice(0, 8)}`, asPage)],
  ["a disabled link", 410, visit(gone.path, asPage)],
  ["the trap", 200, visit("/api/clicks/trap/archive", asPage)],
  ["a link while Postgres is away", 503, async () => unavailablePage("en")],
  ["a link for a crowded address", 503, async () => crowdedPage("en", null)],
])("lets nobody frame %s, and loads nothing from elsewhere", async (_page, status, answer) => {
  const { headers, status: answered } = await answer();
  expect(answered).toBe(status);
  expect(headers.get("content-type")).toMatch(/^text\/html/);
  const policy = (headers.get("content-security-policy") ?? "").split(/; ?/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy.some((rule) => /\*|https?:/.test(rule))).toBe(false);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

it.each([
  ["a link that does not exist", "/r/missing0", "Este enlace no existe"],
  ["a disabled link", gone.path, "Este enlace está desactivado"],
  ["a page of the app", "/campaigns", "<title>Todas las campañas · Fairclick</title>"],
])("writes %s in the visitor's language", async (_page, path, text) => {
  const headers = { ...asPage, "accept-language": "es-MX,es;q=0.9" };
  expect(await (await world.visit(port, path, { headers })).text()).toContain(text);
  const english = await (await world.visit(port, path, { headers: asPage })).text();
  expect(english).not.toContain(text);
});

it("sends visitors on without reading a language", async () => {
  const headers = { "accept-language": "es", cookie: "fc_language=es" };
  expect((await world.visit(port, link.path, { headers })).status).toBe(302);
});
