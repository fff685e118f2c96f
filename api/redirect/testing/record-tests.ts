import { randomUUID } from "node:crypto";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { describe, expect, it } from "vitest";
import { sendRaw } from "./raw-requests";
import { type RedirectWorld, readClickId } from "./redirect-world";

/** Tests what is recorded of a click. */
export function describeRecords(title: string, world: RedirectWorld): void {
  const { stores, addLink, visit, rowsOf } = world;

  describe(`${title}, records`, () => {
    const { port } = world.startApi();

    it("keeps the name that a short address ends with, if the link has it", async () => {
      const link = await addLink();
      const names = async () => {
        const rows = await stores.owner`
          select link_name from pending_clicks where campaign_id = ${link.campaignId} order by id`;
        return rows.map(({ linkName }) => linkName);
      };
      expect((await visit(port, `/r/${link.code}/bio`)).status).toBe(302);
      await expect.poll(names).toEqual([null]);
      await stores.owner`update links set names = '{bio}', names_added = 1 where code = ${link.code}`;
      await expect
        .poll(async () => {
          await visit(port, `/r/${link.code}/Bio`);
          return (await names()).at(-1);
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
      expect(row).toEqual({ deviceKey: `cookie:${device}`, deviceKnown: true });
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
        expect(row).toEqual({ deviceKnown: false });
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
}
