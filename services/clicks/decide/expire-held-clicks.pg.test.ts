import { ALL_LINKS } from "@fairclick/sql/clicks/stats/update-counters";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { releaseEscrows } from "../../campaigns/release-escrow";
import { verifyBooks } from "../../money/ledger/verify-books";
import { addCampaign, addPendingClicks, addUser } from "../../testing/marketplace";
import { systemCtx } from "../../testing/system-ctx";
import { settleClicks } from "../settle/settle-clicks";
import { expireHeldClicks } from "./expire-held-clicks";

const { db, owner } = await createTestDatabase();

const DAY_MS = 86_400_000;
const heldAt = Date.now();
const inDays = (days: number) => systemCtx(db, () => new Date(heldAt + days * DAY_MS));
const creatorId = await addUser(db);

/** Two held clicks and a valid one on a campaign that has ended since. */
async function campaignWithHeldClicks() {
  const endsAt = new Date(heldAt - 600_000);
  const campaign = await addCampaign(db, { payoutMicros: 100n, budgetMicros: 500n, endsAt });
  const signals = [{ signal: "vpn" as const, evidence: {} }];
  const at = new Date(endsAt.getTime() - 60_000);
  const click = { at, campaignId: campaign.id, creatorId };
  await addPendingClicks(db, [{ ...click, signals }, { ...click, signals }, click]);
  const everything = { watermark: endsAt, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(inDays(0), everything);
  await owner`update clicks set recorded_at = ${new Date(heldAt)} where campaign_id = ${campaign.id}`;
  return campaign.id;
}

async function stateOf(campaignId: string) {
  const clicks = await db.sql<{ is: string }[]>`
    select verdict || coalesce(' ' || reason, '') as is from clicks where campaign_id = ${campaignId} order by 1`;
  const counted = await db.sql<{ is: string; clicks: bigint }[]>`
    select n.verdict || ' ' || k.value as is, sum(n.clicks)::bigint as clicks
    from click_days k
    cross join lateral (
      values ('invalid', k.invalid), ('held', k.held), ('unpaid', k.unpaid)
    ) as n (verdict, clicks)
    where k.campaign_id = ${campaignId} and k.creator_id <> ${ALL_LINKS} and k.dimension = 'reason'
    group by 1 having sum(n.clicks) <> 0
    union all
    select 'valid', sum(valid)::bigint from link_outcomes
    where campaign_id = ${campaignId} having sum(valid) <> 0`;
  const [claim] = await db.sql<{ clicks: bigint; micros: bigint }[]>`
    select clicks, micros from held_claims where campaign_id = ${campaignId}`;
  return {
    clicks: clicks.map((row) => row.is),
    counted: Object.fromEntries(counted.map((row) => [row.is, Number(row.clicks)])),
    claim: claim && { ...claim },
  };
}

it("waits for seven days, then refuses what is held and frees its price, once", async () => {
  const campaignId = await campaignWithHeldClicks();
  expect(await expireHeldClicks(inDays(6.999))).toBe(0);
  expect(await stateOf(campaignId)).toEqual({
    clicks: ["held vpn", "held vpn", "valid"],
    counted: { "held vpn": 2, valid: 1 },
    claim: { clicks: 2n, micros: 200n },
  });

  const runs = await Promise.all([1, 2, 3, 4].map(() => expireHeldClicks(inDays(7.001))));
  expect(runs.sort()).toEqual([0, 0, 0, 2]);
  expect(await stateOf(campaignId)).toEqual({
    clicks: ["invalid vpn", "invalid vpn", "valid"],
    counted: { "invalid vpn": 2, valid: 1 },
    claim: { clicks: 0n, micros: 0n },
  });
  const audit = await db.sql`
    select action, reason, after from audit_log where subject = ${`campaign:${campaignId}`}`;
  expect([...audit]).toEqual([
    { action: "clicks.expire", reason: "No operator decided within 7 days", after: { clicks: 2 } },
  ]);
});

it("lets the rest of an ended campaign's escrow go", async () => {
  const campaignId = await campaignWithHeldClicks();
  const watermark = new Date(heldAt);
  await releaseEscrows(inDays(7), { watermark });
  const isReleased = async () => {
    const [row] = await db.sql`select released_at from campaigns where id = ${campaignId}`;
    return row?.released_at !== null;
  };
  expect(await isReleased()).toBe(false);
  await expireHeldClicks(inDays(7.001));
  await releaseEscrows(inDays(7.001), { watermark });
  expect(await isReleased()).toBe(true);
});

it("leaves books that are right", async () => {
  const { checks } = await verifyBooks({ db });
  expect(checks.filter((check) => check.differences.length > 0)).toEqual([]);
});

it("is the only change that the application may make to a judged click", async () => {
  const campaignId = await campaignWithHeldClicks();
  await expect(db.sql`update clicks set verdict = 'invalid'`).rejects.toThrow("permission denied");
  const refused = await db.sql`
    select * from invalidate_held_clicks(
      array(select id from clicks where campaign_id = ${campaignId} and verdict = 'valid'),
      array(select clicked_at from clicks where campaign_id = ${campaignId} and verdict = 'valid'))`;
  expect(refused).toHaveLength(0);
});
