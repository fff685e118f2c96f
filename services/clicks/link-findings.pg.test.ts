import { randomUUID } from "node:crypto";
import { ENOUGH_LINK_CLICKS, FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import { findFinding, listFindings } from "@fairclick/sql/clicks/findings";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { expect, it } from "vitest";
import { reportConversions } from "../conversions/report-conversions";
import { verifyBooks } from "../money/ledger";
import { requestWithdrawal } from "../money/request-withdrawal";
import { getSummary } from "../money/wallet";
import { expectRightBooks } from "../testing/expect-right-books";
import { instantPayouts } from "../testing/instant-payouts";
import { addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { decideFinding, explainFinding, finishFindings } from "./findings";
import { judgeAllLinks } from "./judge-links";
import { openSettlementWorld } from "./testing/settlement-world";

const DAY_MS = 86_400_000;
const PAYOUT = 10_000n;
const world = await openSettlementWorld();
const { db, owner, settle } = world;
let clock = new Date();
const ctx = systemCtx(db, () => clock);
const operator = await operatorCtx(db, owner, () => clock);
const as = (userId: UserId) => ({ ...ctx, actor: { kind: "user", userId } as const });

/** Long enough ago for all their players to have joined. */
const AGO = -7_200;

/** Adds clicks of a link, each from its own visitor. */
function play({ click }: { click: (s: number) => TestClick }, clicks: number, seconds = AGO) {
  const rows = Array.from({ length: clicks }, (_, index) => click(seconds + index / 10));
  return addPendingClicks(db, rows);
}

/** Reports a player for each click, as the campaign's game does. */
function join(campaignId: CampaignId, clickIds: readonly string[]) {
  const keyId = asId<CampaignKeyId>(randomUUID());
  const game = { ...ctx, actor: { kind: "campaign", campaignId, keyId } as const };
  return reportConversions(
    game,
    clickIds.map((clickId, n) => ({
      ...{ clickId, event: "joined", player: `${clickId} ${n}` },
      at: world.at(AGO + 900).toISOString(),
    })),
  );
}

/** Adds a campaign with a link, and three other links whose visitors play its game: one in ten. */
async function joinedLink() {
  const link = await world.joinedCampaign({ payoutMicros: PAYOUT, budgetMicros: PAYOUT * 3_000n });
  const [campaignId, creatorId] = [asId<CampaignId>(link.id), asId<UserId>(link.creatorId)];
  await owner`
    insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, ${creatorId.slice(0, 8)})`;
  await owner`
    update users set stripe_account_id = ${creatorId}, stripe_account_verified = true where id = ${creatorId}`;
  for (let other = 0; other < 3; other += 1) {
    const otherId = await addUser(db);
    const click = (seconds: number) => link.click(seconds, { creatorId: otherId });
    const clicks = await play({ click }, 200);
    await settle();
    await join(campaignId, clicks.slice(0, 20));
  }
  return { ...link, campaignId, creatorId };
}

async function farmUnderReview() {
  const link = await joinedLink();
  await play(link, 300);
  await settle();
  await Promise.all([judgeAllLinks(ctx), judgeAllLinks(ctx)]);
  const findings = await listFindings(db.sql, { state: "open", cursor: null, limit: 100 });
  const finding = findings.find(({ creatorId }) => creatorId === link.creatorId);
  if (!finding) throw new Error("The farm was not found");
  return { ...link, finding };
}

async function listReviewNotices(userId: UserId) {
  const rows = await owner<{ state: string }[]>`
    select data ->> 'state' as state from notices
    where user_id = ${userId} and kind = 'link.reviewed' order by id`;
  return rows.map(({ state }) => state);
}

const decide = (id: string, state: "cleared" | "confirmed", dryRun = false) =>
  decideFinding(operator, { id, state, reason: "looked at it", dryRun, limitMicros: null });
const withdrawable = async (userId: UserId) => {
  const { earningsMicros, waiting } = await getSummary(as(userId), instantPayouts);
  return earningsMicros - waiting.micros;
};
const withdraw = (userId: UserId, amountCents: number) =>
  requestWithdrawal(
    { ...as(userId), queue: { send: async () => {} } },
    { amountCents, ...instantPayouts },
  );
const closeNow = () => advanceJudgedUpTo(db.sql, new Date(clock.getTime() + 1_000));

it("judges a farm before its first withdrawal, so that nothing leaves", async () => {
  const link = await joinedLink();
  await play(link, 300);
  await settle();
  expect(await withdrawable(link.creatorId)).toBe(300n * PAYOUT);
  await expect(withdraw(link.creatorId, 1)).rejects.toThrow("cannot exceed your balance");
  expect(await withdrawable(link.creatorId)).toBe(0n);
  expect(await link.earned()).toBe(300n * PAYOUT);
});

it("leaves an audience's link and one with few clicks alone, daily and twice at once", async () => {
  const honest = await joinedLink();
  const small = await joinedLink();
  const clicks = await play(honest, 300);
  await play(small, ENOUGH_LINK_CLICKS);
  await settle();
  await join(honest.campaignId, clicks.slice(0, 20));
  expect(await Promise.all([judgeAllLinks(ctx), judgeAllLinks(ctx)])).toEqual([0, 0]);
  await withdraw(honest.creatorId, 1);
  await withdraw(small.creatorId, 1);
});

it("counts only paid clicks: refused clicks of a rival make no link look like a farm", async () => {
  const link = await joinedLink();
  const clicks = await play(link, 250);
  const bots = await play(link, 500);
  await owner`
    update pending_clicks set signals = '[{"signal": "known_bot", "evidence": {}}]' where id = any (${bots}::uuid[])`;
  await settle();
  await join(link.campaignId, clicks.slice(0, 15));
  expect(await judgeAllLinks(ctx)).toBe(0);
});

it("pays further clicks of the link, and frees its earnings when an operator clears it", async () => {
  const { finding, creatorId, ...link } = await farmUnderReview();
  expect(finding.signals).toEqual([
    { signal: "link_conversions", evidence: expect.objectContaining({ clicks: 300, joined: 0 }) },
  ]);
  const later = await play(link, 20, AGO + 600);
  await settle();
  expect(new Set(await world.outcomes(later))).toEqual(new Set(["valid"]));
  expect((await decide(finding.id, "cleared", true)).applied).toBe(false);
  expect(await withdrawable(creatorId)).toBe(0n);
  await decide(finding.id, "cleared");
  await expect(decide(finding.id, "confirmed")).rejects.toThrow("cleared already");
  await closeNow();
  expect(await finishFindings(ctx)).toBe(0);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "cleared"]);
  expect(await withdrawable(creatorId)).toBe(320n * PAYOUT);
  expect(await judgeAllLinks(ctx)).toBe(0);
});

it("reverses paid clicks when an operator confirms, to the micro-dollar", async () => {
  const { finding, creatorId, ...link } = await farmUnderReview();
  const before = await link.left();
  await play(link, 20, AGO + 600);
  await settle();
  await decide(finding.id, "confirmed");
  expect(await withdrawable(creatorId)).toBe(0n);
  await closeNow();
  await Promise.all([finishFindings(ctx), finishFindings(ctx)]);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "confirmed"]);
  expect(await link.earned()).toBe(0n);
  expect(await link.left()).toBe(before + 300n * PAYOUT);
  const [row] = await owner`select finished_at from link_findings where id = ${finding.id}`;
  expect(row?.finishedAt).not.toBeNull();
  expect((await verifyBooks({ db })).clean).toBe(true);
});

it("counts what a confirmed finding reverses towards the limit of its operator", async () => {
  const [first, second] = [await farmUnderReview(), await farmUnderReview()];
  const ann = await operatorCtx(db, owner, () => clock);
  const confirm = (id: string, limitMicros: bigint, dryRun = false) =>
    decideFinding(ann, { id, state: "confirmed", reason: "why", dryRun, limitMicros });
  const [id, other] = [first.finding.id, second.finding.id];
  const all = 300n * PAYOUT;
  expect(await confirm(id, all - 1n, true)).toMatchObject({
    after: { reversedClicks: 300, reversedMicros: all.toString(), pendingMicros: "0" },
  });
  await expect(confirm(id, all - 1n)).rejects.toThrow(
    /^This takes back \$3\.00\. .*take back fewer clicks/,
  );
  expect(await findFinding(db.sql, id)).toMatchObject({ state: "open", closedAt: null });
  await confirm(id, 2n * all - 1n);
  await expect(confirm(other, 2n * all - 1n)).rejects.toThrow("and you $2.99 more");
  await confirm(other, 2n * all);
  await closeNow();
  expect(await finishFindings(ctx)).toBe(600);
  expect([await first.earned(), await second.earned()]).toEqual([0n, 0n]);
});

it("counts pending clicks too, which are paid and reversed after the confirmation", async () => {
  const { finding, ...link } = await farmUnderReview();
  await play(link, 20, AGO + 600);
  const all = 320n * PAYOUT;
  const input = { id: finding.id, state: "confirmed", reason: "why" } as const;
  const ann = await operatorCtx(db, owner, () => clock);
  const confirm = (limitMicros: bigint, dryRun: boolean) =>
    decideFinding(ann, { ...input, dryRun, limitMicros });
  expect((await confirm(all, true)).after).toMatchObject({
    ...{ reversedClicks: 300, reversedMicros: (300n * PAYOUT).toString() },
    ...{ pendingClicks: 20, pendingMicros: (20n * PAYOUT).toString() },
  });
  await expect(confirm(all - 1n, false)).rejects.toThrow("This takes back $3.20.");
  await confirm(all, false);
  await settle();
  await closeNow();
  expect(await finishFindings(ctx)).toBe(320);
  expect(await link.earned()).toBe(0n);
});

it("frees what no operator decides about in time", async () => {
  const { finding, creatorId, ...link } = await farmUnderReview();
  await play(link, 5, AGO + 600);
  await settle();
  const found = clock;
  clock = new Date(found.getTime() + FINDING_DAYS * DAY_MS - 1_000);
  expect(await finishFindings(ctx)).toBe(0);
  clock = new Date(found.getTime() + FINDING_DAYS * DAY_MS + 1_000);
  expect(await finishFindings(ctx)).toBe(0);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "lapsed"]);
  expect(await withdrawable(creatorId)).toBe(305n * PAYOUT);
  await expect(decide(finding.id, "confirmed")).rejects.toThrow("lapsed already");
  const [audit] = await owner`
    select actor_kind, reason from audit_log where action = 'link.lapse' and subject like ${`%${creatorId}`}`;
  expect(audit).toMatchObject({ actorKind: "system" });
  clock = found;
});

it("takes one appeal from the creator, of the own link only", async () => {
  const { creatorId, campaignId, finding } = await farmUnderReview();
  const stranger = await joinedLink();
  const say = (userId: UserId) =>
    explainFinding(as(userId), { campaignId, text: "My video was shown abroad." });
  await expect(say(stranger.creatorId)).rejects.toThrow();
  await say(creatorId);
  await expect(say(creatorId)).rejects.toThrow("appealed already");
  const found = await listFindings(db.sql, {
    state: "open",
    id: finding.id,
    cursor: null,
    limit: 1,
  });
  expect(found[0]?.explanation).toBe("My video was shown abroad.");
});

it("loses nothing while operators decide, settlement runs and creators withdraw at once", async () => {
  const farms = [await farmUnderReview(), await farmUnderReview()];
  clock = new Date();
  const working = farms.flatMap(({ finding, creatorId, ...link }, index) => [
    (async () => {
      for (let round = 0; round < 4; round += 1) {
        await play(link, 10, AGO + 700 + round * 10);
        await settle({ batchSize: 7 });
      }
    })(),
    (async () => {
      await decide(finding.id, index === 0 ? "cleared" : "confirmed");
      for (let round = 0; round < 4; round += 1) await finishFindings(ctx);
    })(),
    (async () => {
      for (let round = 0; round < 4; round += 1) await withdraw(creatorId, 1).catch(() => {});
    })(),
  ]);
  await Promise.all(working);
  await settle();
  await closeNow();
  await finishFindings(ctx);
  const [cleared, confirmed] = farms;
  expect(await cleared?.earned()).toBe(340n * PAYOUT - PAYOUT);
  expect(await confirmed?.earned()).toBe(0n);
  await expectRightBooks({ db });
  const held =
    await owner`select from clicks where verdict = 'held' and creator_id = any (${farms.map(({ creatorId }) => creatorId)}::uuid[])`;
  expect(held).toHaveLength(0);
});
