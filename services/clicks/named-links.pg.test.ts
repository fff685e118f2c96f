import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { insertLimits } from "@fairclick/sql/campaigns/campaigns";
import { readFigures } from "@fairclick/sql/clicks/figures";
import { withTx } from "@fairclick/sql/db/tx";
import { expect, it } from "vitest";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";
import { decideClicks } from "./decide-clicks";
import { recordClicks } from "./record-clicks";
import { openSettlementWorld } from "./testing/settlement-world";

/** Names only say where a link was clicked: they must not change what a creator earns. */

const { db, owner, at, settle, joinedCampaign, outcomes } = await openSettlementWorld();
const ctx = systemCtx(db);

type Joined = Awaited<ReturnType<typeof joinedCampaign>>;
type Visit = { seconds: number; ip: string; linkName?: string };

async function judge(link: Joined, visits: Visit[]) {
  const clicks = visits.map(({ seconds, ip, linkName }): Click => {
    const given = { campaignId: link.id, creatorId: link.creatorId, ip };
    return newClick({ ...given, at: at(seconds).getTime(), ...(linkName ? { linkName } : {}) });
  });
  await recordClicks(ctx, clicks);
  await settle();
  const ids = clicks.map(({ id }) => id);
  return { ids, reasons: await outcomes(ids) };
}

const sums = async ({ id, creatorId }: Joined) =>
  readFigures(db.sql, {
    scope: { campaignId: asId<CampaignId>(id), creatorId: asId<UserId>(creatorId) },
    by: ["value"],
    dimensions: ["link_name"],
  });

async function expectCleanStats() {
  const { checks } = await verifyStats(ctx);
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
}

it("finds a burst that is spread over four names", async () => {
  const burst = ["bio", "video-1", "video-2", "stream"].map((linkName, n) => ({
    seconds: n * 10,
    ip: "81.2.69.1",
    linkName,
  }));
  const { reasons } = await judge(await joinedCampaign(), burst);
  expect(reasons).toEqual(["ip_burst", "ip_burst", "ip_burst", "ip_burst"]);
});

it("judges clicks with names as it judges them without", async () => {
  const visits = Array.from({ length: 60 }, (_, n) => ({
    seconds: n * 17,
    ip: `81.2.70.${n % 7}`,
    linkName: `v${n % 20}`,
  }));
  const named = await judge(await joinedCampaign(), visits);
  // Other addresses: the rules about an address look at all campaigns.
  const plain = await judge(
    await joinedCampaign(),
    visits.map(({ seconds, ip }) => ({ seconds, ip: ip.replace("81.2.70", "81.2.71") })),
  );
  expect(new Set(plain.reasons).size).toBeGreaterThan(1);
  expect(named.reasons).toEqual(plain.reasons);
});

it("pays at most the limit of the creator for all names together", async () => {
  const link = await joinedCampaign();
  await withTx(db, (tx) =>
    insertLimits(tx, {
      campaignId: asId<CampaignId>(link.id),
      from: at(-60),
      dailyCapMicros: null,
      creatorCapMicros: link.payoutMicros * 2n,
    }),
  );
  const visits = [0, 1, 2, 3].map((n) => ({
    seconds: n * 200,
    ip: `81.2.72.${n}`,
    linkName: `v${n}`,
  }));
  const { reasons } = await judge(link, visits);
  expect(reasons.filter((reason) => reason === "valid")).toHaveLength(2);
  expect(await link.earned()).toBe(link.payoutMicros * 2n);
});

it("counts clicks by name, follows their verdicts, and pays the creator once", async () => {
  const link = await joinedCampaign();
  const { ids } = await judge(link, [
    { seconds: 0, ip: "81.2.73.1", linkName: "bio" },
    { seconds: 300, ip: "81.2.73.2", linkName: "bio" },
    { seconds: 600, ip: "81.2.73.3", linkName: "video-1" },
    { seconds: 900, ip: "81.2.73.4" },
  ]);
  const one = { valid: 1n, invalid: 0n, held: 0n, unpaid: 0n, micros: link.payoutMicros };
  expect(await sums(link)).toEqual([
    { ...one, value: "bio", valid: 2n, micros: link.payoutMicros * 2n },
    { ...one, value: "video-1" },
  ]);
  expect(await link.earned()).toBe(link.payoutMicros * 4n);
  await expectCleanStats();
  await decideClicks(await operatorCtx(db, owner), {
    action: "reverse",
    category: "bot_traffic",
    clicks: { ids: ids.slice(0, 1) },
    reason: "Bots",
    dryRun: false,
  });
  expect(await sums(link)).toEqual([
    { ...one, value: "bio", invalid: 1n },
    { ...one, value: "video-1" },
  ]);
  await expectCleanStats();
});

it("shows tampered figures of a name", async () => {
  await db.sql`update click_days set valid = valid + 1 where dimension = 'link_name' and value = 'video-1'`;
  const { checks } = await verifyStats(ctx);
  const found = checks.filter(({ differences }) => differences.length > 0);
  expect(found.map(({ name }) => name)).toEqual(["days_equal_clicks"]);
});
