import { randomUUID } from "node:crypto";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { describe, expect, it } from "vitest";
import { type RedirectWorld, readClickId } from "./redirect-world";

/** Tests where a click leads. */
export function describeDestinations(title: string, world: RedirectWorld): void {
  const { stores, addLink, visit, rowsOf } = world;

  describe(`${title}, destinations`, () => {
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
      const readStatus = async (path: string, headers = {}) =>
        (await visit(fresh.port, path, { headers })).status;
      await expect.poll(() => readStatus(link.path, { ...at, cookie })).toBe(302);
      await expect.poll(() => readStatus(other.path)).toBe(302);
    });

    it("does not let parameters choose the destination", async () => {
      const link = await addLink();
      const response = await visit(port, `${link.path}&url=https://evil.example&location=//evil`);
      expect(new URL(response.headers.get("location") ?? "").host).toBe("game.example");
    });
  });
}
