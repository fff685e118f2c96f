/** Fills the link cache of an api process with made-up links and says what they take. */
import { createLinkCache } from "@fairclick/api/redirect/link-cache";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import type { RedirectLink } from "@fairclick/sql/redirect-links";

const links = Number(process.argv[2]);
const LINKS_A_CAMPAIGN = 100;
const AT_ONCE = 1_000;

const cache = createLinkCache({
  loadLink: async ({ campaignId, creatorId }) => newLink(campaignId, creatorId),
  loadCode: async () => null,
});
const before = process.memoryUsage.rss();
let campaignId = crypto.randomUUID();
for (let start = 0; start < links; start += AT_ONCE) {
  const loads: unknown[] = [];
  for (let n = start; n < start + AT_ONCE; n += 1) {
    if (n % LINKS_A_CAMPAIGN === 0) campaignId = crypto.randomUUID();
    loads.push(cache.get({ campaignId, creatorId: crypto.randomUUID() }));
  }
  await Promise.all(loads);
}
// What the collector gives back, the allocator returns a moment later.
Bun.gc(true);
await Bun.sleep(2_000);
Bun.gc(true);
await Bun.sleep(1_000);
const taken = process.memoryUsage.rss() - before;
process.stdout.write(JSON.stringify({ links: cache.size(), megabytes: taken / 1_000_000 }));

function newLink(campaign: string, creator: string): RedirectLink {
  return {
    campaignId: asId<CampaignId>(campaign),
    creatorId: asId<UserId>(creator),
    code: creator.slice(0, 10),
    disabled: false,
    campaign: {
      gameUrl: `https://www.roblox.com/games/${campaign}`,
      gameTitle: `The game ${campaign}`,
      description: "A game to play with friends. ".repeat(10),
      startsAt: new Date(0),
      endsAt: new Date(4e12),
      fundedAt: new Date(0),
      pausedAt: null,
    },
  };
}
