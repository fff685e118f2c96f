import { campaignClicksQuerySchema } from "@fairclick/core/clicks/campaign-clicks";
import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { topClicksQuerySchema } from "@fairclick/core/clicks/stats";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { listAppealedClicks } from "@fairclick/sql/clicks/click-decisions";
import { listLiveClicks } from "@fairclick/sql/clicks/read-clicks";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import { expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { listFlaggedClicks, listTopClicks } from "./flagged-clicks";
import { listClicksOfOwnCampaign, listClicksOfOwnLink } from "./read-clicks";
import { readBreakdown } from "./stats";
import { openSettlementWorld } from "./testing/settlement-world";

/** The index on links holds a hash. Of nine million creators of this campaign, the links of these two have the same. */
const campaignId = asId<CampaignId>("00000000-0000-4000-8000-00000000c11c");
const links = [
  { creatorId: asId<UserId>("00000000-0000-4000-8000-000000420fc7"), country: "US", clicks: 5 },
  { creatorId: asId<UserId>("00000000-0000-4000-8000-0000006fe42e"), country: "DE", clicks: 7 },
];

const { db, owner, at: after, settle } = await openSettlementWorld();
/** All on one UTC day: an hour earlier just after midnight. */
const at = (seconds: number) => after(seconds - (after(0).getUTCHours() === 23 ? 3_600 : 0));
const ctx = systemCtx(db);
const operator = await operatorCtx(db, owner);
const as = (userId: string) => ({ ...ctx, actor: { kind: "user", userId } as never });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

it("keeps the clicks of two links apart whose hash is the same", async () => {
  const { developerId } = await addCampaign(db, { id: campaignId });
  const own: Record<string, { all: string[]; bots: string[] }> = {};
  for (const { creatorId, country, clicks } of links) {
    await addUser(db, 0n, creatorId);
    await owner`
      insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, ${country})`;
    // Both links' at the same times; every second click is one of a bot.
    const each = { campaignId, creatorId, country };
    const rows = Array.from({ length: clicks }, (_, n) => ({ ...each, at: at(n * 300), n }));
    const [bots, people] = [rows.filter(({ n }) => n % 2), rows.filter(({ n }) => n % 2 === 0)];
    const signals = [{ signal: "known_bot" as const, evidence: {} }];
    const refused = await addPendingClicks(
      db,
      bots.map((click) => ({ ...click, signals })),
    );
    own[creatorId] = {
      all: ids([...refused, ...(await addPendingClicks(db, people))].map((id) => ({ id }))),
      bots: refused.sort(),
    };
  }
  await settle();
  const [{ hashes } = { hashes: null }] = await owner`
    select count(distinct link_hours(campaign_id, creator_id, 'infinity'))::int as hashes from links`;
  expect(hashes).toBe(1);

  for (const { creatorId, country } of links) {
    const link = { campaign: campaignId, creator: creatorId };
    const { all = [], bots = [] } = own[creatorId] ?? {};
    const page = { campaignId, limit: 50 };
    const ofLink = await listClicksOfOwnLink(as(creatorId), page);
    expect(ids(ofLink.items)).toEqual(all);
    const { items: groups } = await listClicksOfOwnLink(as(creatorId), { ...page, each: "group" });
    expect(groups.map(({ id, alike }) => [bots.includes(id), alike])).toEqual([
      [true, bots.length],
    ]);
    const filter = campaignClicksQuerySchema.parse({ creator: creatorId });
    const ofCreator = await listClicksOfOwnCampaign(as(developerId), { ...filter, id: campaignId });
    expect(ids(ofCreator.items)).toEqual(all);
    for (const [wanted, flagged] of [
      [{ ...link, verdict: "any" }, all],
      [{ creator: creatorId, verdict: "flagged" }, bots],
    ] as const) {
      const { items } = await listFlaggedClicks(operator, clicksQuerySchema.parse(wanted));
      expect(ids(items)).toEqual(flagged);
      const { rows } = await listTopClicks(
        operator,
        topClicksQuerySchema.parse({ ...wanted, by: "country" }),
      );
      expect(rows).toMatchObject([{ value: country, clicks: flagged.length }]);
    }
    const live = { campaignId, creatorId, since: at(-1) };
    expect(ids(await listLiveClicks(db.sql, { links: [live], latest: 50 }))).toEqual(all);
    const appeal = {
      campaignId,
      creatorId,
      day: formatUtcDay(at(0)),
      reason: "known_bot",
      limit: 50,
    };
    expect(ids(await listAppealedClicks(db.sql, appeal))).toEqual(bots);
    const span = { from: at(-1).toISOString(), to: at(3_000).toISOString() };
    const ways = { dimension: "country", step: "hour", timeZone: "UTC", limit: 10 } as const;
    const scope = { campaignId, creatorId };
    const { items } = await readBreakdown(db, { scope, query: { ...span, ...ways } });
    expect(items).toMatchObject([{ value: country, invalid: BigInt(bots.length) }]);
  }
});
