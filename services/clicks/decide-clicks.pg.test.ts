import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { afterEach, expect, it } from "vitest";
import { sealDays } from "../money/ledger";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { withdraw } from "../testing/withdraw";
import { decideClicks } from "./decide-clicks";
import { forgetClicks } from "./retain";
import { because, openDecisionWorld, PRICE } from "./testing/decision-world";

const {
  addJudged,
  approve,
  claimsOf,
  countersOf,
  ctx,
  db,
  earningsOf,
  escrowOf,
  now,
  owner,
  reject,
  reverse,
  settle,
  verdictsOf,
} = await openDecisionWorld();

afterEach(() => expectRightBooks(ctx));

it("pays a held click, removes its claim, and records the operator and the reason", async () => {
  const { campaign, creatorId, held } = await addJudged({ held: 2 });
  const [id = ""] = held;
  const decision = await approve({ ids: [id] });
  expect(decision).toEqual({
    action: "approve",
    actId: expect.any(String),
    applied: true,
    clicks: 1,
    micros: "10000",
    debtMicros: "0",
    stoppedMicros: "0",
    inTransitMicros: "0",
    campaigns: [{ campaignId: campaign.id, name: "Obby", clicks: 1, micros: "10000" }],
    creators: [{ creatorId, username: creatorId, clicks: 1, micros: "10000", debtMicros: "0" }],
    skipped: [],
    complete: true,
    seen: expect.any(String),
  });
  expect(await earningsOf(creatorId)).toBe(PRICE);
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "held vpn": 1, valid: 1 });
  expect(await claimsOf(campaign.id)).toEqual({ clicks: 1n, micros: PRICE });
  const [audit] = await owner`select * from audit_log where subject = ${`click:${id}`}`;
  expect(audit).toMatchObject({
    actorKind: "operator",
    action: "clicks.approve",
    reason: "looked at it",
    before: { verdict: "held", clicks: 1 },
    after: { verdict: "valid", clicks: 1, act: decision.actId },
  });
});

it("refuses a held click and removes its claim", async () => {
  const { campaign, creatorId, held } = await addJudged({ held: 1, valid: 1 });
  expect(await reject({ ids: held })).toMatchObject({ clicks: 1, micros: "10000" });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid vpn", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "invalid vpn": 1, valid: 1 });
  expect(await claimsOf(campaign.id)).toEqual({ clicks: 0n, micros: 0n });
  expect(await earningsOf(creatorId)).toBe(PRICE);
});

it("skips clicks that are already decided, and reports why for each", async () => {
  const { creatorId, held, valid } = await addJudged({ held: 1, valid: 1 });
  await approve({ ids: held });
  const nobody = crypto.randomUUID();
  expect(await approve({ ids: [...held, ...valid, nobody] })).toMatchObject({
    actId: null,
    clicks: 0,
    skipped: [
      { id: nobody, verdict: null, why: "There is no such click" },
      { id: expect.any(String), verdict: "valid", why: "The click is already paid" },
      { id: expect.any(String), verdict: "valid", why: "The click is already paid" },
    ],
  });
  expect(await earningsOf(creatorId)).toBe(2n * PRICE);
});

it("says of a click that still waits that it is not judged yet", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const ids = await addPendingClicks(db, [{ at: now, campaignId, creatorId }]);
  const { skipped } = await reject({ ids });
  expect(skipped).toEqual([{ id: ids[0], verdict: "pending", why: "The click is still pending" }]);
});

it("reports the outcome and changes nothing in a dry run", async () => {
  const { campaign, creatorId, held, valid } = await addJudged({ held: 2, valid: 1 });
  await withdraw(db, { userId: creatorId, cents: 1, end: "paid", at: now });
  expect(await approve({ ids: held }, true)).toMatchObject({
    applied: false,
    actId: null,
    clicks: 2,
    micros: "20000",
  });
  expect(await reverse({ ids: valid }, true)).toMatchObject({
    clicks: 1,
    micros: "10000",
    debtMicros: "10000",
  });
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn", "held vpn", "valid"]);
  expect(await owner`select from click_decisions where campaign_id = ${campaign.id}`).toHaveLength(
    0,
  );
});

it("selects groups by link, address, signal and time", async () => {
  const first = await addJudged({ held: 3, ipKey: "203.0.113.9" });
  const second = await addJudged({ held: 2, ipKey: "2001:db8:7:7::/64" });
  const group = (given: object) => approve({ group: given }, true);
  const count = async (given: object) => (await group(given)).clicks;
  expect(await count({ campaignId: first.campaign.id, creatorIds: [first.creatorId] })).toBe(3);
  expect(await count({ campaignId: first.campaign.id, creatorIds: [second.creatorId] })).toBe(0);
  const creatorIds = [first.creatorId, second.creatorId];
  expect(await count({ creatorIds })).toBe(5);
  expect(await count({ address: "203.0.113.0/24" })).toBe(3);
  expect(await count({ address: "2001:db8:7:7::1" })).toBe(2);
  expect(await count({ creatorIds: [second.creatorId], signal: "vpn" })).toBe(2);
  expect(await count({ creatorIds: [second.creatorId], signal: "ip_daily" })).toBe(0);
  expect(await count({ creatorIds: [second.creatorId], from: now.toISOString() })).toBe(0);
  expect(await count({ creatorIds: [second.creatorId], to: now.toISOString() })).toBe(2);
});

it("searches for paid clicks only with a filter that an index supports", async () => {
  const { campaign, creatorId, valid } = await addJudged({ valid: 1 });
  await expect(reverse({ group: { signal: "relay" } })).rejects.toThrow("by campaign, creator");
  await owner`
    insert into links (campaign_id, creator_id, code) values (${campaign.id}, ${creatorId}, ${creatorId})`;
  expect(await reverse({ group: { creatorIds: [creatorId] } }, true)).toMatchObject({
    clicks: valid.length,
  });
  expect(
    await reverse({ group: { creatorIds: [creatorId], address: "192.0.2.1" } }, true),
  ).toMatchObject({
    clicks: 0,
  });
});

it("works a large group in batches and pays each click once", async () => {
  const { campaign, creatorId } = await addJudged({ held: 1_203, clicksOfBudget: 1_203 });
  await settleAll();
  const group = { campaignId: campaign.id };
  expect(await approve({ group })).toMatchObject({ clicks: 1_203, complete: true });
  expect(await earningsOf(creatorId)).toBe(1_203n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(0n);
  const payouts = await db.sql`
    select from ledger_transactions where kind = 'click_payout' and reference = ${`campaign:${campaign.id}`}`;
  expect(payouts).toHaveLength(2);
});

async function settleAll() {
  while ((await settle()).clicks > 0);
}

it("stays provable when the clicks themselves are forgotten", async () => {
  const at = new Date("2020-01-02T12:00:00Z");
  await makeClickPartitions(owner, { from: at, to: at });
  const { campaign, held, valid } = await addJudged({ held: 2, valid: 2, at });
  const [first = "", second = ""] = held;
  await approve({ ids: [first] });
  await reject({ ids: [second] });
  await reverse({ ids: valid });
  expect(await sealDays(systemCtx(db, () => now))).toEqual([]);
  expect((await forgetClicks(systemCtx(db, () => now))).dropped).toBe(1);
  expect(await verdictsOf(campaign.id)).toEqual([]);
  const { skipped } = await approve({ ids: valid });
  expect(skipped.map(({ why }) => why)).toEqual([
    "There is no such click",
    "There is no such click",
  ]);
});

it("pays once when several operators approve at the same moment", async () => {
  const { campaign, creatorId, held } = await addJudged({ held: 3 });
  const decisions = await Promise.all([
    approve({ ids: held }),
    approve({ ids: held }),
    approve({ group: { campaignId: campaign.id } }),
    approve({ group: { campaignId: campaign.id } }),
  ]);
  expect(decisions.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(3);
  expect(await earningsOf(creatorId)).toBe(3n * PRICE);
});

it("pays for what is valid in the end when some approve and others reject", async () => {
  const { campaign, creatorId, held } = await addJudged({ held: 3 });
  await Promise.all([
    approve({ ids: held }),
    reject({ ids: held }),
    approve({ group: { campaignId: campaign.id } }),
    reject({ group: { campaignId: campaign.id } }),
  ]);
  const paid = (await verdictsOf(campaign.id)).filter((is) => is === "valid").length;
  expect(await earningsOf(creatorId)).toBe(BigInt(paid) * PRICE);
});

it("lets only operators decide", async () => {
  const { held } = await addJudged({ held: 1 });
  const asSystem = systemCtx(db);
  const input = { action: "approve" as const, clicks: { ids: held }, ...because };
  await expect(decideClicks(asSystem, input)).rejects.toThrow("Authentication failed");
});

it("leaves the application no other way to change a verdict", async () => {
  const { held } = await addJudged({ held: 1 });
  await expect(
    db.sql`update clicks set verdict = 'invalid' where id = ${held[0] ?? ""}`,
  ).rejects.toThrow("permission denied");
  await expect(db.sql`delete from click_decisions`).rejects.toThrow("permission denied");
});
