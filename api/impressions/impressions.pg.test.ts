import { randomUUID } from "node:crypto";
import { readConfig } from "@fairclick/services/config";
import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createRedirectWorld, type TestLink } from "../redirect/testing/redirect-world";
import { type RunningApi, startApi } from "../start-api";

const { db, owner, url } = await createTestDatabase();
const world = createRedirectWorld({ db, owner, databaseUrl: url, redisUrl: null });
const { addLink, visit } = world;
afterAll(world.close);

const log = pino({ level: "silent" });
const running = new Set<RunningApi>();
afterAll(() => Promise.all([...running].map((api) => api.stop())));

/** Connected to Postgres. Stopped by a test that reads the counts, or at the end. */
async function runApi(change: Record<string, string> = {}): Promise<RunningApi> {
  const { port, stop } = startApi(readConfig(world.environment(change)), log);
  const api = {
    port,
    stop: async () => {
      if (running.delete(api)) await stop();
    },
  };
  running.add(api);
  await fetch(`http://127.0.0.1:${port}/readyz`);
  return api;
}

const banner = ({ campaignId, creatorId }: TestLink) =>
  `/api/impressions/${campaignId}.svg?userId=${creatorId}`;

const inPage = { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
const load = (port: number, path: string, headers: Record<string, string> = {}, method = "GET") =>
  visit(port, path, { method, headers: { ...inPage, ...headers } });

async function countImpressions({ campaignId, creatorId }: TestLink): Promise<number> {
  const [row] = await owner`
    select coalesce(sum(impressions), 0)::int as count, (
      select coalesce(sum(impressions), 0)::int from impression_totals
      where campaign_id = ${campaignId} and creator_id = ${creatorId}
    ) as total
    from impression_quarters where campaign_id = ${campaignId} and creator_id = ${creatorId}`;
  expect(row?.total).toBe(row?.count);
  return row?.count;
}

describe("the banner", () => {
  it("is an image that any page may embed, and that cannot run anything", async () => {
    const link = await addLink();
    const { port } = await runApi();
    const answer = await load(port, banner(link));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await answer.text()).toContain(">Obby</text>");
  });

  it("counts every view by a person, and nothing else", async () => {
    const [link, other] = [await addLink(), await addLink()];
    const api = await runApi();
    const see = (headers = {}, method = "GET") => load(api.port, banner(link), headers, method);
    const etag = (await see()).headers.get("etag") ?? "";
    const unchanged = await see({ "if-none-match": etag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    await see({}, "HEAD");
    await see({ "user-agent": "curl/8.11.0" });
    await see({
      "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    });
    await see({ "user-agent": "Discordbot/2.0" });
    await see({ "sec-purpose": "prefetch" });
    await see({ "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" });
    await see({ "sec-fetch-dest": "empty" });
    await load(api.port, banner(other));
    await api.stop();
    expect([await countImpressions(link), await countImpressions(other)]).toEqual([2, 1]);
  });

  it.each([
    ["an unknown link", () => `/api/impressions/${randomUUID()}.svg?userId=${randomUUID()}`],
    ["no creator", () => `/api/impressions/${randomUUID()}.svg`],
    ["nonsense", () => "/api/impressions/nonsense.svg?userId=<script>"],
  ])("is empty for %s, without an error", async (_what, path) => {
    const { port } = await runApi();
    const answer = await load(port, path());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.text()).toMatch(/^<svg [^>]*width="1" height="1"[^>]*\/>$/);
  });

  it("is empty and not counted for a disabled link", async () => {
    const link = await addLink();
    const api = await runApi();
    let shown = 0;
    const isShown = async () => {
      const answer = await load(api.port, banner(link));
      if ((await answer.text()).includes("Obby")) shown += 1;
      return answer.headers.get("cache-control");
    };
    expect(await isShown()).toBe("private, no-cache");
    await owner`
      update links set disabled_at = now(), disabled_by = 'developer'
      where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
    await expect.poll(isShown).toBe("no-store");
    for (let again = 0; again < 5; again += 1) await load(api.port, banner(link));
    await api.stop();
    expect(await countImpressions(link)).toBe(shown);
  });

  it("works without the database for a cached link, and keeps the counts", async () => {
    const proxy = await startBreakableProxy(url);
    const link = await addLink();
    const api = await runApi({ DATABASE_URL: proxy.url });
    await load(api.port, banner(link));
    await expect.poll(() => countImpressions(link)).toBe(1);
    // By now it listens for changes; subscribing empties its cache.
    await load(api.port, banner(link));
    await proxy.break();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => load(api.port, banner(link))),
    );
    for (const answer of answers) expect(await answer.text()).toContain("Obby");
    await proxy.mend();
    await expect.poll(() => countImpressions(link)).toBe(202);
  });

  it("is counted by concurrent processes without deadlock", async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => addLink()));
    const apis = [await runApi(), await runApi(), await runApi()];
    await Promise.all(
      apis.flatMap(({ port }, at) =>
        (at % 2 ? [...links].reverse() : links).map((link) => load(port, banner(link))),
      ),
    );
    await Promise.all(apis.map((api) => api.stop()));
    expect(await Promise.all(links.map(countImpressions))).toEqual(links.map(() => 3));
  });
});
