import { randomUUID } from "node:crypto";
import { createConnection } from "node:net";
import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { afterAll, describe, expect, it } from "vitest";
import { createRedirectWorld, readClickId, type Stores } from "./redirect-world";

/** Tests a click from the visitor to its row, on real stores. */
export function describeRedirect(title: string, stores: Stores): void {
  const world = createRedirectWorld(stores);
  const { addLink, visit, rowsOf } = world;
  afterAll(world.close);

  describe(title, () => {
    world.startRecorder();
    const { port } = world.startApi();

    it("redirects a person with the click's id, and records the click", async () => {
      const link = await addLink();
      const response = await visit(port, link.path, { headers: { "x-forwarded-for": "81.2.3.4" } });
      expect(response.status).toBe(302);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("set-cookie")).toMatch(
        /^fc_device=[0-9a-f-]{36}\.[0-9a-f-]{36}\.[\w-]{22}; .*HttpOnly/,
      );
      const id = readClickId(response);
      expect(response.headers.get("location")).toBe(`https://game.example/?fc_click=${id}`);
      await expect.poll(() => rowsOf(link)).toEqual([{ id, signals: [], ip: "81.2.3.4" }]);
    });

    it("launches a Roblox game with the click's id, on phones through the link that installs Roblox", async () => {
      const gameUrl = "https://www.roblox.com/games/920587237/Tower";
      const { id } = await addCampaign(stores.db, { gameUrl });
      const link = await addLink(id);
      const start = "https://www.roblox.com/games/start?placeId=920587237&launchData=fc_";
      const locate = async (headers: Record<string, string>) => {
        const response = await visit(port, link.path, { headers });
        return response.headers.get("location") ?? "";
      };
      const web = await locate({ "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/128.0.0.0" });
      const deferred = new URL(await locate({}));
      expect(web.startsWith(start)).toBe(true);
      expect(deferred.host).toBe("ro.blox.com");
      const onPhone = deferred.searchParams.get("af_web_dp") ?? "";
      expect(onPhone.startsWith(start)).toBe(true);
      await expect.poll(() => rowsOf(link)).toHaveLength(2);
      const ids = (await rowsOf(link)).map((row) => row.id);
      expect([web, onPhone].map((url) => url.slice(start.length)).toSorted()).toEqual(
        ids.toSorted(),
      );
    });

    it("sends a creator's visitors to their share link, as soon as it is saved", async () => {
      const link = await addLink();
      const share = "https://www.roblox.com/share?code=ab12&type=ExperienceDetails";
      const locate = async () => (await visit(port, link.path)).headers.get("location");
      expect(await locate()).toMatch(/^https:\/\/game\.example\//);
      await stores.owner`
        update links set share_url = ${share}
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      await expect.poll(locate).toBe(share);
      await expect(stores.owner`
        update links set share_url = 'https://evil.example/'
        where campaign_id = ${link.campaignId}`).rejects.toThrow("links_share_url");
    });

    it("leads to a changed game URL at once", async () => {
      const link = await addLink();
      const locate = async () =>
        (await visit(port, link.path)).headers.get("location")?.split("?")[0];
      expect(await locate()).toBe("https://game.example/");
      await stores.owner`
        update campaigns set game_url = 'https://other.example/'
        where id = ${link.campaignId}`;
      await expect.poll(locate).toBe("https://other.example/");
    });

    it("keeps the name that a short address ends with, if the link has it", async () => {
      const link = await addLink();
      const labels = async () => {
        const rows = await stores.owner`
          select label from pending_clicks where campaign_id = ${link.campaignId} order by id`;
        return rows.map(({ label }) => label);
      };
      expect((await visit(port, `/r/${link.code}/bio`)).status).toBe(302);
      await expect.poll(labels).toEqual([null]);
      await stores.owner`update links set labels = '{bio}', labels_added = 1 where code = ${link.code}`;
      await expect
        .poll(async () => {
          await visit(port, `/r/${link.code}/Bio`);
          return (await labels()).at(-1);
        })
        .toBe("bio");
      expect((await visit(port, `/r/${link.code}/bio/x`)).status).toBe(404);
    });

    it("finds the link by its code, and recognises a device", async () => {
      const link = await addLink();
      const first = await visit(port, (await addLink()).path);
      const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
      const device = cookie.slice("fc_device=".length, cookie.lastIndexOf("."));
      const response = await visit(port, `/r/${link.code}`, {
        headers: { cookie: `a=1; ${cookie}` },
      });
      expect(response.status).toBe(302);
      expect(response.headers.get("set-cookie")).toBeNull();
      await expect.poll(() => rowsOf(link)).toHaveLength(1);
      const [row] = await stores.owner`
        select device_key, device_known from pending_clicks where id = ${readClickId(response)}`;
      expect(row).toEqual({ device_key: `cookie:${device}`, device_known: true });
    });

    it("ignores an unsigned cookie, and sets a new one", async () => {
      for (const device of [randomUUID(), `${randomUUID()}.${randomUUID()}.${"A".repeat(22)}`]) {
        const link = await addLink();
        const response = await visit(port, link.path, {
          headers: { cookie: `fc_device=${device}` },
        });
        expect(response.headers.get("set-cookie")).toMatch(/^fc_device=/);
        await expect.poll(() => rowsOf(link)).toHaveLength(1);
        const [row] = await stores.owner`
          select device_known from pending_clicks where id = ${readClickId(response)}`;
        expect(row).toEqual({ device_known: false });
      }
    });

    it("recognises a device by another process's cookie from the first request", async () => {
      const link = await addLink();
      const cookie = (await visit(port, link.path)).headers.get("set-cookie")?.split(";")[0] ?? "";
      const fresh = world.startApi();
      const response = await visit(fresh.port, link.path, { headers: { cookie } });
      expect(response.status).toBe(302);
      expect(response.headers.get("set-cookie")).toBeNull();
    });

    it("answers bots and other methods like people, and records what they are", async () => {
      const link = await addLink();
      const found = new Map<string, string[]>();
      for (const init of [
        { method: "HEAD" },
        { method: "POST", body: "x".repeat(1_000) },
        { headers: { "user-agent": "curl/8.5.0" } },
        { headers: { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" } },
      ]) {
        const response = await visit(port, link.path, init);
        expect(response.status).toBe(302);
        found.set(readClickId(response), []);
      }
      await expect.poll(() => rowsOf(link)).toHaveLength(4);
      for (const row of await rowsOf(link))
        found.set(
          row.id,
          row.signals.map((s) => s.signal),
        );
      expect([...found.values()]).toEqual([["not_get"], ["not_get"], ["known_bot"], ["embedded"]]);
    });

    it("refuses a prefetch so that the tap comes back, and counts neither twice", async () => {
      const link = await addLink();
      const response = await visit(port, link.path, { headers: { "sec-purpose": "prefetch" } });
      expect(response.status).toBe(503);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect((await visit(port, link.path)).status).toBe(302);
      await expect.poll(() => rowsOf(link)).toHaveLength(2);
      const rows = await rowsOf(link);
      expect(rows.map((row) => row.signals.map((each) => each.signal)).sort()).toEqual([
        [],
        ["prefetch"],
      ]);
    });

    it("answers link-preview crawlers with an escaped card", async () => {
      const campaign = await addCampaign(stores.db);
      await stores.owner`
        update campaigns set game_title = ${'</title><script>alert("1")</script>'},
          description = ${`${"ä".repeat(300)}"'<>`} where id = ${campaign.id}`;
      const link = await addLink(campaign.id);
      const response = await visit(port, link.path, {
        headers: {
          "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        },
      });
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain('property="og:title"');
      expect(html).toMatch(
        /property="og:image" content="https?:\/\/[^"/]+\/covers\/drawn\/ts-[a-z]+-\d+\.png"/,
      );
      expect(html).not.toContain("<script");
      expect(html).not.toContain("https://game.example");
      await expect.poll(() => rowsOf(link)).toHaveLength(1);
      expect((await rowsOf(link))[0]?.signals[0]?.signal).toBe("preview_bot");
    });

    it("answers an unknown or malformed link with a page that echoes nothing", async () => {
      const strange = "<script>alert(1)</script>";
      for (const path of [
        `/api/clicks/redirect/${randomUUID()}?userId=${randomUUID()}`,
        `/api/clicks/redirect/${randomUUID()}`,
        `/api/clicks/redirect/?userId=${randomUUID()}`,
        `/api/clicks/redirect/${strange}?userId=${strange}`,
        `/api/clicks/redirect/${randomUUID()}?userId=${randomUUID()}&url=https://evil.example`,
        "/api/clicks/redirect/%00?userId=%00",
        "/api/clicks/redirect/..%2f..%2fetc?userId=1",
        "/r/unknown1",
        "/r/",
        `/r/${"a".repeat(5_000)}`,
      ]) {
        const response = await visit(port, path);
        expect(response.status).toBe(404);
        const html = await response.text();
        expect(html).toContain("This link does not exist");
        expect(html).toContain('<a href="/" aria-label="Fairclick">');
        expect(html).not.toMatch(/script|evil|https?:/);
      }
    });

    it("limits look-ups of missing links per address, and still finds real ones", async () => {
      const fresh = world.startApi();
      const [link, other] = [await addLink(), await addLink()];
      const at = { "x-forwarded-for": "82.1.1.1" };
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 500 }, () => {
          const path = `/api/clicks/redirect/${link.campaignId}?userId=${randomUUID()}`;
          return visit(fresh.port, path, { headers: at });
        }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      const statuses = answers.map(({ status }) => status);
      const lookedUp = statuses.filter((status) => status === 404).length;
      expect(lookedUp).toBeGreaterThan(0);
      expect(lookedUp).toBeLessThanOrEqual(51 + 5 * seconds);
      expect(new Set(statuses)).toEqual(new Set([404, 503]));

      const crowded = answers.find(({ headers }) => headers.get("refresh") === "2");
      expect(crowded?.status).toBe(503);
      const cookie = crowded?.headers.get("set-cookie")?.split(";")[0] ?? "";
      const statusOf = async (path: string, headers = {}) =>
        (await visit(fresh.port, path, { headers })).status;
      await expect.poll(() => statusOf(link.path, { ...at, cookie })).toBe(302);
      await expect.poll(() => statusOf(other.path)).toBe(302);
    });

    it("does not let parameters choose the destination", async () => {
      const link = await addLink();
      const response = await visit(port, `${link.path}&url=https://evil.example&location=//evil`);
      expect(new URL(response.headers.get("location") ?? "").host).toBe("game.example");
    });

    it("redirects visitors while a campaign does not pay, and records the reason", async () => {
      const campaign = await addCampaign(stores.db);
      const link = await addLink(campaign.id);
      await visit(port, link.path);
      await stores.owner`update campaigns set paused_at = now() where id = ${campaign.id}`;
      await Bun.sleep(500);
      const response = await visit(port, link.path);
      expect(response.status).toBe(302);
      await expect.poll(() => rowsOf(link)).toHaveLength(2);
      const row = (await rowsOf(link)).find(({ id }) => id === readClickId(response));
      expect(row?.signals.map((each) => each.signal)).toEqual(["paused"]);
    });

    it("holds a bare browser over https, and refuses an app that loads ahead", async () => {
      const link = await addLink();
      const bare = await fetch(`http://127.0.0.1:${port}${link.path}`, {
        redirect: "manual",
        headers: {
          "user-agent":
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
          "x-forwarded-for": "81.2.3.6",
          "x-forwarded-proto": "https",
        },
      });
      expect(bare.status).toBe(302);
      const ahead = await visit(port, link.path, {
        headers: { "user-agent": "[FBAN/FBIOS;FBAV/500.0.0.45.108;FBSV/17.6]" },
      });
      expect(ahead.status).toBe(503);
      await expect.poll(() => rowsOf(link)).toHaveLength(2);
      const found = (await rowsOf(link)).map(({ signals }) => signals.map(({ signal }) => signal));
      expect(found.toSorted()).toEqual([["bare_browser"], ["prefetch"]]);
    });

    it("keeps a job valid for any request", async () => {
      const link = await addLink();
      const response = await visit(port, link.path, {
        headers: {
          "user-agent": `Mozilla/5.0 ${"x".repeat(6_000)}`,
          referer: `https://example.com/${"é".repeat(3_000)}`,
          cookie: `fc_device=${"z".repeat(3_000)}`,
          "x-forwarded-for": "not an address, 81.2.3.5",
        },
      });
      expect(response.status).toBe(302);
      expect(
        await sendRaw(port, `GET ${link.path} HTTP/1.1\r\nHost: x\r\nUser-Agent: a\0b\r\n\r\n`),
      ).not.toContain("500");
      await expect.poll(async () => (await rowsOf(link)).length).toBeGreaterThanOrEqual(1);
      expect((await rowsOf(link)).find(({ id }) => id === readClickId(response))?.ip).toBe(
        "81.2.3.5",
      );
    });
  });

  describe(`${title}, connections`, () => {
    const { port } = world.startApi();
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: fairclick.example\r\n\r\n`;
    const statusesOf = (answers: string) => answers.match(/^HTTP\/1\.1 \d+/gm) ?? [];
    const redirected = "HTTP/1.1 302";

    it("closes a connection on which a request comes before the last is answered, and serves the retry", async () => {
      const link = await addLink();
      await visit(port, link.path);
      const answers = await converse(port, [get(link.path) + get(link.path)]);
      expect(answers).toBe("");
      const again = await converse(port, [get(link.path), 300, get(link.path)]);
      expect(statusesOf(again)).toEqual([redirected, redirected]);
    });

    it("answers a pipelined request that arrives in parts", async () => {
      const link = await addLink();
      const request = get(link.path);
      const answers = await converse(port, [
        request + request.slice(0, 20),
        300,
        request.slice(20),
      ]);
      expect(statusesOf(answers)).toEqual([redirected, redirected]);
    });
  });

  describe(`${title}, changes`, () => {
    it("disables a link in every process within a second, and enables it again", async () => {
      const apis = [world.startApi(), world.startApi()];
      const link = await addLink();
      const statuses = () =>
        Promise.all(apis.map(async ({ port }) => (await visit(port, link.path)).status));
      expect(await statuses()).toEqual([302, 302]);
      await stores.owner`
        update links set disabled_at = now(), disabled_by = 'developer'
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      await expect.poll(statuses, { timeout: 1_000, interval: 20 }).toEqual([410, 410]);
      const page = await (await visit(apis[0]?.port ?? 0, link.path)).text();
      expect(page).toContain("/campaigns");
      await stores.owner`
        update links set disabled_at = null, disabled_by = null
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      await expect.poll(statuses, { timeout: 1_000, interval: 20 }).toEqual([302, 302]);
    });

    it("stops the links of a suspended creator, of a suspended developer and of a disabled campaign", async () => {
      const { port } = world.startApi();
      const campaign = await addCampaign(stores.db);
      const link = await addLink(campaign.id);
      const status = async () => (await visit(port, link.path)).status;
      const expectSoon = (expected: number) =>
        expect.poll(status, { timeout: 1_000, interval: 20 }).toBe(expected);
      await expectSoon(302);
      await stores.owner`update users set suspended_at = now() where id = ${link.creatorId}`;
      await expectSoon(410);
      await stores.owner`update users set suspended_at = null where id = ${link.creatorId}`;
      await expectSoon(302);
      await stores.owner`update users set suspended_at = now() where id = ${campaign.developerId}`;
      await expectSoon(410);
      await stores.owner`update users set suspended_at = null where id = ${campaign.developerId}`;
      await expectSoon(302);
      await stores.owner`update campaigns set disabled_at = now() where id = ${campaign.id}`;
      await expectSoon(410);
    });

    it("finds a new link immediately, even if it was requested before it existed", async () => {
      const { port } = world.startApi();
      const campaign = await addCampaign(stores.db);
      const link = await addLink(campaign.id);
      await stores.owner`delete from links where campaign_id = ${campaign.id}`;
      expect((await visit(port, link.path)).status).toBe(404);
      await stores.owner`
        insert into links (campaign_id, creator_id, code)
        values (${link.campaignId}, ${link.creatorId}, ${link.code})`;
      await expect
        .poll(async () => (await visit(port, link.path)).status, { timeout: 1_000 })
        .toBe(302);
    });

    it("listens again after Postgres was down, with an empty cache", async () => {
      const proxy = await startBreakableProxy(stores.databaseUrl);
      const { port } = world.startApi({ DATABASE_URL: proxy.url });
      const link = await addLink();
      const status = async () => (await visit(port, link.path)).status;
      await untilListening();
      expect(await status()).toBe(302);
      await proxy.break();
      await stores.owner`
        update links set disabled_at = now(), disabled_by = 'operator'
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      expect(await status()).toBe(302);
      await proxy.mend();
      await expect.poll(status, { timeout: 10_000 }).toBe(410);
    }, 20_000);
  });

  describe(`${title}, stores away`, () => {
    it.each(["break", "freeze"] as const)(
      "answers in time when the queue's store %ss, and replays what it kept, each click once",
      async (fault) => {
        const proxy = await startBreakableProxy(stores.redisUrl ?? stores.databaseUrl);
        const change = stores.redisUrl ? { REDIS_URL: proxy.url } : { DATABASE_URL: proxy.url };
        const { port } = world.startApi(change);
        const link = await addLink();
        const ids = new Set<string>();
        const visitMany = (count: number) =>
          Promise.all(
            Array.from({ length: count }, async () => {
              const startedAt = performance.now();
              const response = await visit(port, link.path);
              expect(response.status).toBe(302);
              ids.add(readClickId(response));
              return performance.now() - startedAt;
            }),
          );
        await untilListening();
        await visitMany(10);
        await proxy[fault]();
        const times = [...(await visitMany(100)), ...(await visitMany(100))];
        expect(Math.max(...times)).toBeLessThan(1_500);
        expect(world.spoolFiles()).not.toEqual([]);
        await proxy.mend();
        await visitMany(10);
        await expect.poll(async () => (await rowsOf(link)).length, { timeout: 15_000 }).toBe(220);
        expect(new Set((await rowsOf(link)).map((row) => row.id))).toEqual(ids);
        await expect.poll(world.spoolFiles, { timeout: 5_000 }).toEqual([]);
        await proxy.break();
      },
      40_000,
    );

    it("answers 503 for an uncached link while Postgres is down", async () => {
      const proxy = await startBreakableProxy(stores.databaseUrl);
      const { port } = world.startApi({ DATABASE_URL: proxy.url });
      const [known, unknown] = [await addLink(), await addLink()];
      await untilListening();
      expect((await visit(port, known.path)).status).toBe(302);
      await proxy.break();
      expect((await visit(port, known.path)).status).toBe(302);
      const response = await visit(port, unknown.path);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await response.text()).toContain("One moment, please");
      for (const path of ["/r/a", `/r/${"%00".repeat(3)}`, unknown.path.slice(0, -1)]) {
        expect((await visit(port, path)).status).toBe(404);
      }
      await proxy.mend();
      await expect
        .poll(async () => (await visit(port, unknown.path)).status, { timeout: 10_000 })
        .toBe(302);
      await expect.poll(async () => (await rowsOf(known)).length, { timeout: 15_000 }).toBe(2);
      await proxy.break();
    }, 40_000);
  });
}

/** Waits until the process listens for changes: it empties its cache at that moment. */
function untilListening(): Promise<void> {
  return Bun.sleep(500);
}

/** Sends texts over one connection with pauses in between and returns everything received. */
function converse(port: number, steps: (string | number)[]): Promise<string> {
  return new Promise((resolve) => {
    let answers = "";
    const socket = createConnection(port, "127.0.0.1", async () => {
      for (const step of steps) {
        if (typeof step === "number") await Bun.sleep(step);
        else socket.write(step);
      }
    });
    socket.setTimeout(1_500, () => socket.destroy());
    socket.on("data", (data) => {
      answers += data;
    });
    socket.on("close", () => resolve(answers));
    socket.on("error", () => resolve(answers));
  });
}

function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = createConnection(port, "127.0.0.1", () => socket.write(request));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data;
      socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
  });
}
