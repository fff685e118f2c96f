import type { ClickGroup, ClickSelection } from "@fairclick/core/clicks/decisions";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { listClicksById } from "@fairclick/sql/clicks/click-decisions";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import { getSummary, listTransactions } from "../money/wallet";
import { expectRightBooks } from "../testing/expect-right-books";
import { addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { withdraw } from "../testing/withdraw";
import { type Act, applyDecision, lockFunds } from "./decide-batch";
import { decideClicks } from "./decide-clicks";
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
  hold,
  now,
  reject,
  reverse,
  settle,
  verdictsOf,
} = await openDecisionWorld();

afterEach(() => expectRightBooks(ctx));

const readDebt = (ownerId: string) => getBalance(db.sql, { kind: "debt", ownerId });

it("moves a reversed payout from earnings to escrow, with a reason that the creator sees", async () => {
  const { campaign, creatorId, valid } = await addJudged({ valid: 3 });
  const escrow = await escrowOf(campaign.id);
  const [id = ""] = valid;
  expect(await reverse({ ids: [id] })).toMatchObject({ clicks: 1, debtMicros: "0" });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid reversed", "valid", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "invalid reversed": 1, valid: 2 });
  expect(await earningsOf(creatorId)).toBe(2n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(escrow + PRICE);
  const asCreator = { ...ctx, actor: { kind: "user" as const, userId: creatorId } };
  expect(await getSummary(asCreator, { depositHoldHours: 0 })).toMatchObject({
    totalEarnedMicros: 2n * PRICE,
  });
  const { lines } = await listTransactions(asCreator, { cursor: undefined, limit: 10 });
  expect(lines.map(({ micros, description }) => [micros, description])).toEqual([
    [-PRICE, "1 click was reversed: bot traffic"],
    [3n * PRICE, "3 clicks × $0.01 on “Obby”"],
  ]);
});

it("undoes a reversal by its act, and pays again what the budget covers", async () => {
  const { campaign, creatorId, valid } = await addJudged({ valid: 2, clicksOfBudget: 2 });
  const { actId } = await reverse({ ids: valid });
  if (!actId) throw new Error("Nothing was reversed");
  await addPendingClicks(db, [
    { at: new Date(now.getTime() - 500_000), campaignId: campaign.id, creatorId },
  ]);
  await settle();
  const again = await approve({ ids: valid });
  expect(again).toMatchObject({
    clicks: 1,
    skipped: [{ why: "The campaign's budget does not cover it" }],
  });
  expect(await approve({ group: { actId } })).toMatchObject({ clicks: 0 });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid reversed", "valid", "valid"]);
  expect(await reverse({ group: { actId: again.actId ?? "" } })).toMatchObject({ clicks: 1 });
  expect(await approve({ group: { actId } })).toMatchObject({ clicks: 1 });
});

it("holds a rejected click again with its reason and claim, and can pay it afterwards", async () => {
  const { campaign, held, valid } = await addJudged({ held: 3, valid: 1, clicksOfBudget: 4 });
  const before = {
    ...{ claims: await claimsOf(campaign.id), counters: await countersOf(campaign.id) },
  };
  const { actId } = await reject({ ids: held });
  expect(await claimsOf(campaign.id)).toMatchObject({ clicks: 0n, micros: 0n });
  const group = { actId: actId ?? "" };
  expect(await hold({ group }, true)).toMatchObject({ applied: false, clicks: 3 });
  expect(await hold({ group })).toMatchObject({ clicks: 3, micros: (3n * PRICE).toString() });
  expect(await claimsOf(campaign.id)).toEqual(before.claims);
  expect(await countersOf(campaign.id)).toEqual(before.counters);
  expect(await hold({ group })).toMatchObject({ clicks: 0, actId: null });
  expect((await approve({ ids: held })).clicks).toBe(3);
  const refused = await hold({ ids: [...held, ...valid] });
  expect(refused.skipped.map(({ why }) => why)).toEqual(
    Array.from({ length: 4 }, () => "The click is paid; reverse it first"),
  );
  // An approval is undone in two steps.
  const reversed = await reverse({ ids: [...held, ...valid] });
  const again = await hold({ ids: [...held, ...valid] });
  expect([reversed.clicks, again.clicks]).toEqual([4, 3]);
  expect(again.skipped).toMatchObject([
    { id: valid[0], why: expect.stringContaining("were held") },
  ]);
  await expect(hold({ group: { campaignId: campaign.id } })).rejects.toThrow("by the act");
});

it("pays nothing and changes nothing if an act repeats a payment that is posted already", async () => {
  const { campaign, creatorId, held } = await addJudged({ held: 1 });
  const campaignId = asId<CampaignId>(campaign.id);
  const act: Act = {
    ...{ id: Bun.randomUUIDv7(), by: "expiry", operatorId: null, action: "approve" },
    ...{ category: null, ...because },
  };
  const pay = () =>
    withTx(db, async (tx) => {
      const funds = await lockFunds(tx, campaignId);
      const clicks = await listClicksById(tx, { ids: held, from: null, to: null });
      await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
    });
  await pay();
  expect(await earningsOf(creatorId)).toBe(PRICE);
  await reverse({ ids: held });
  await hold({ ids: held });
  await expect(pay()).rejects.toThrow("posted already");
  expect(await earningsOf(creatorId)).toBe(0n);
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn"]);
});

it("holds again what the budget covers, and leaves the rest invalid", async () => {
  const { campaign, held } = await addJudged({ held: 2, clicksOfBudget: 2 });
  await reject({ ids: held });
  await addPendingClicks(db, [
    {
      at: new Date(now.getTime() - 500_000),
      campaignId: campaign.id,
      creatorId: await addUser(db),
    },
  ]);
  await settle();
  const again = await hold({ ids: held });
  expect(again.clicks).toBe(1);
  expect(again.skipped).toMatchObject([{ why: "The campaign's budget does not cover it" }]);
});

it("returns reversed money to the developer if the escrow was released", async () => {
  const endsAt = new Date(now.getTime() - 300_000);
  const { campaign, creatorId, valid } = await addJudged({ valid: 2, endsAt });
  await releaseEscrows(
    systemCtx(db, () => now),
    { watermark: now },
  );
  const wallet = { kind: "wallet", ownerId: campaign.developerId } as const;
  const before = await getBalance(db.sql, wallet);
  await reverse({ ids: valid });
  expect(await getBalance(db.sql, wallet)).toBe(before + 2n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(0n);
  expect(await earningsOf(creatorId)).toBe(0n);
  const { skipped } = await approve({ ids: valid });
  expect(skipped[0]?.why).toMatch(/gone back to its developer/);
});

it("has the creator owe what is spent, and pays it from what is earned next", async () => {
  const { campaign, creatorId, valid } = await addJudged({ valid: 3 });
  await withdraw(db, { userId: creatorId, cents: 2, end: "paid", at: now });
  expect(await reverse({ ids: valid })).toMatchObject({ micros: "30000", debtMicros: "20000" });
  expect(await earningsOf(creatorId)).toBe(0n);
  expect(await readDebt(creatorId)).toBe(-2n * PRICE);
  const asCreator = { ...ctx, actor: { kind: "user" as const, userId: creatorId } };
  expect(await getSummary(asCreator, { depositHoldHours: 0 })).toMatchObject({
    totalEarnedMicros: 0n,
  });

  const at = new Date(now.getTime() - 400_000);
  await addPendingClicks(
    db,
    [1, 2, 3].map(() => ({ at, campaignId: campaign.id, creatorId })),
  );
  await settle();
  expect(await readDebt(creatorId)).toBe(0n);
  expect(await earningsOf(creatorId)).toBe(PRICE);
  const { lines } = await listTransactions(asCreator, { cursor: undefined, limit: 10 });
  expect(lines.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      "3 clicks were reversed: bot traffic; $0.02 of it will be paid from later earnings",
      "Paid towards clicks that were reversed",
    ]),
  );
});

describe("a decision about a group after its preview", () => {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const preview = (clicks: ClickSelection) => reverse(clicks, true);
  const reverseSeen = (clicks: ClickSelection, { seen }: { seen: string }) =>
    decideClicks(ctx, { action: "reverse", category: "bot_traffic", clicks, ...because, seen });

  it("leaves out clicks that came since", async () => {
    const { campaign, creatorId } = await addJudged({ valid: 3 });
    const clicks = { group: { campaignId: campaign.id } };
    const seen = await preview(clicks);
    await addPendingClicks(db, [{ at: minutesAgo(2), campaignId: campaign.id, creatorId }]);
    await settle();
    expect(await reverseSeen(clicks, seen)).toMatchObject({ clicks: 3, micros: "30000" });
    expect(await preview(clicks)).toMatchObject({ clicks: 1 });
  });

  it("is refused, and takes nothing, if the clicks are not the same any more", async () => {
    const { campaign, creatorId, valid } = await addJudged({ valid: 3 });
    const clicks = { group: { campaignId: campaign.id } };
    const seen = await preview(clicks);
    await addPendingClicks(db, [{ at: minutesAgo(20), campaignId: campaign.id, creatorId }]);
    await settle();
    const changed = { code: "conflict", message: expect.stringContaining("Nothing was changed") };
    await expect(reverseSeen(clicks, seen)).rejects.toMatchObject(changed);
    await expect(reverseSeen({ ids: valid.slice(1) }, seen)).rejects.toMatchObject(changed);
    expect(await verdictsOf(campaign.id)).toEqual(["valid", "valid", "valid", "valid"]);
  });
});

it("selects clicks by everything that an operator can see of them", async () => {
  const { campaign, creatorId, valid } = await addJudged({ valid: 1 });
  const base = { at: new Date(now.getTime() - 600_000), campaignId: campaign.id, creatorId };
  const [german = "", bare = "", device = "", referred = ""] = await addPendingClicks(db, [
    { ...base, country: "DE" },
    { ...base, deviceKnown: false },
    { ...base, deviceKey: "cookie:d1.c1" },
    { ...base, referrerHost: "video.example" },
  ]);
  const [agent = "", asn = ""] = await addPendingClicks(db, [
    { ...base, userAgent: "one/1" },
    { ...base, asn: 64_496 },
  ]);
  await settle();
  expect(valid).toHaveLength(1);
  const select = async (group: Omit<ClickGroup, "campaignId">) => {
    const { actId } = await reverse({ group: { campaignId: campaign.id, ...group } });
    const rows = await db.sql<{ clickId: string }[]>`
      select click_id from click_decisions where act_id = ${actId}`;
    return rows.map(({ clickId }) => clickId);
  };
  expect(await select({ country: "DE" })).toEqual([german]);
  expect(await select({ withoutCookie: true })).toEqual([bare]);
  expect(await select({ device: "cookie:d1" })).toEqual([device]);
  expect(await select({ referrer: "video.example" })).toEqual([referred]);
  expect(await select({ agent: "one/1" })).toEqual([agent]);
  expect(await select({ asn: "64496", agent: "two" })).toEqual([]);
  expect(await select({ asn: "64496" })).toEqual([asn]);
  expect(await select({ creatorIds: [creatorId] })).toEqual(valid);
});
