import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { describe, expect, it } from "vitest";
import { type RedirectWorld, untilListening } from "./redirect-world";

/** Tests that every process knows a change of a link at once. */
export function describeChanges(title: string, world: RedirectWorld): void {
  const { stores, addLink, visit } = world;

  describe(`${title}, changes`, () => {
    it("disables a link in every process within a second, and enables it again", async () => {
      const apis = [world.startApi(), world.startApi()];
      const campaign = await addCampaign(stores.db);
      await stores.owner`update campaigns set game_title = 'Tower <of> Fun',
        game_url = 'https://www.roblox.com/games/1/Tower?a=1&b=2' where id = ${campaign.id}`;
      const link = await addLink(campaign.id);
      const statuses = () =>
        Promise.all(apis.map(async ({ port }) => (await visit(port, link.path)).status));
      expect(await statuses()).toEqual([302, 302]);
      await stores.owner`
        update links set disabled_at = now(), disabled_by = 'developer'
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      await expect.poll(statuses, { interval: 20 }).toEqual([410, 410]);
      const page = await (await visit(apis[0]?.port ?? 0, link.path)).text();
      expect(page).toContain("Tower &lt;of&gt; Fun</strong>");
      expect(page).toContain(
        '<a href="https://www.roblox.com/games/1/Tower?a=1&amp;b=2">Play it here',
      );
      expect(page).toMatch(/<img src="\/covers\/[^"]+"/);
      await stores.owner`
        update links set disabled_at = null, disabled_by = null
        where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
      await expect.poll(statuses, { interval: 20 }).toEqual([302, 302]);
    });

    it("stops the links of a suspended creator, of a suspended developer and of a disabled campaign", async () => {
      const { port } = world.startApi();
      const campaign = await addCampaign(stores.db);
      const link = await addLink(campaign.id);
      const status = async () => (await visit(port, link.path)).status;
      const expectSoon = (expected: number) => expect.poll(status, { interval: 20 }).toBe(expected);
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
      const page = await (await visit(port, link.path)).text();
      expect(page).toContain('<a href="/campaigns">See other games');
      expect(page).not.toContain("Play it here");
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
      await expect.poll(async () => (await visit(port, link.path)).status).toBe(302);
    });

    it("learns what changed while it could not listen", async () => {
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
      await expect.poll(status).toBe(410);
    });
  });
}
