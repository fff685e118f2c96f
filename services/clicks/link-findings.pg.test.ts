import { randomUUID } from "node:crypto";
import { SILENT_DAYS } from "@fairclick/core/campaigns/pays-for";
import { FINDING_DAYS } from "@fairclick/core/clicks/findings";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import { findFinding, listFindings } from "@fairclick/sql/clicks/findings";
import { expect, it } from "vitest";
import { countPlayers, reportConversions } from "../conversions/conversions";
import { verifyBooks } from "../money/ledger";
import { requestWithdrawal } from "../money/request-withdrawal";
import { getSummary } from "../money/wallet";
import { expectRightBooks } from "../testing/expect-right-books";
import { instantPayouts } from "../testing/instant-payouts";
import { addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { decideFinding, explainFinding, finishFindings } from "./findings";
import { judgeAllLinks, judgeCreatorLinks } from "./judge-links";
import { openSettlementWorld } from "./testing/settlement-world";

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const PAYOUT = 10_000n;
const world = await openSettlementWorld();
const { db, owner, settle } = world;
let clock = new Date();
const ctx = systemCtx(db, () => clock);
const operator = await operatorCtx(db, owner, () => clock);
const as = (userId: UserId) => ({ ...ctx, actor: { kind: "user", userId } as const });

/** Long enough ago for players to have joined. */
const AGO = -7_200;

/** Adds clicks of a link, each from its own visitor, and settles them. */
async function play({ click }: { click: (s: number) => TestClick }, clicks: number, seconds = AGO) {
  const rows = Array.from({ length: clicks }, (_, index) => click(seconds + index / 10));
  const ids = await addPendingClicks(db, rows);
  await settle();
  return ids;
}

/** Reports a player for each click, as the campaign's game does, and counts them, as a worker does. */
async function join(
  campaignId: CampaignId,
  clickIds: readonly string[],
  player = (clickId: string) => clickId,
) {
  const keyId = asId<CampaignKeyId>(randomUUID());
  const at = world.at(AGO + 1_500).toISOString();
  await reportConversions(
    { ...ctx, actor: { kind: "campaign", campaignId, keyId } },
    clickIds.map((clickId) => ({ clickId, event: "joined", player: player(clickId), at })),
  );
  await countPlayers(ctx);
}

/** Adds a campaign with a link of a creator, and of eight others: one in ten of their visitors plays. */
async function joinedLink(who?: UserId) {
  const campaign = await world.joinedCampaign({
    payoutMicros: PAYOUT,
    budgetMicros: PAYOUT * 12_000n,
  });
  const creatorId = who ?? asId<UserId>(campaign.creatorId);
  const campaignId = asId<CampaignId>(campaign.id);
  await owner`
    insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, ${randomUUID().slice(0, 8)})`;
  await owner`
    update users set stripe_account_id = ${creatorId}, stripe_account_verified = true where id = ${creatorId}`;
  const others = await Promise.all(Array.from({ length: 8 }, () => addUser(db)));
  const shared = (seconds: number) =>
    campaign.click(seconds, {
      creatorId: others[Math.abs(Math.round(seconds * 10)) % others.length] ?? "",
    });
  const clicks = await play({ click: shared }, 1_200);
  await join(
    campaignId,
    clicks.filter((_, at) => Math.floor(at / others.length) % 10 === 0),
  );
  const click = (seconds: number) => campaign.click(seconds, { creatorId });
  return { ...campaign, campaignId, creatorId, click };
}

async function findOpen(creatorId: UserId) {
  const open = await listFindings(db.sql, { state: "open", cursor: null, limit: 100 });
  return open.filter((each) => each.creatorId === creatorId);
}

/** A link with clicks that only `players` accounts follow: 600 are found, 2,000 are certain. */
async function farmUnderReview(clicks = 600, players = 0) {
  const link = await joinedLink();
  const ids = await play(link, clicks);
  await join(link.campaignId, ids.slice(0, players));
  await judgeCreatorLinks(ctx, link.creatorId);
  const [finding] = await findOpen(link.creatorId);
  if (!finding) throw new Error("The farm was not found");
  return { ...link, finding, ids };
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
const stateOf = async (id: string) => {
  const [row] = await listFindings(db.sql, { state: null, id, cursor: null, limit: 1 });
  return row?.state;
};

it("judges a farm before its first withdrawal, so that its unexplained money stays", async () => {
  const link = await joinedLink();
  await play(link, 2_000);
  expect(await withdrawable(link.creatorId)).toBe(2_000n * PAYOUT);
  await expect(withdraw(link.creatorId, 2_000)).rejects.toThrow(
    /cannot exceed your balance\. \$1\d\.\d\d of it waits/,
  );
  const [finding] = await findOpen(link.creatorId);
  expect(finding).toMatchObject({ clicks: 2_000, players: 0, usualPlayers: 200, lapses: false });
  expect(finding?.unexplained).toBeGreaterThan(1_700);
  expect(await withdrawable(link.creatorId)).toBeLessThan(300n * PAYOUT);
});

it.each([
  { honest: 100, players: 10 },
  { honest: 100, players: 1 },
  { honest: 6_000, players: 600 },
])("leaves every cent free that $honest clicks earned before a rival's", async (row) => {
  const link = await joinedLink();
  const ids = await play(link, row.honest);
  await join(link.campaignId, ids.slice(0, row.players));
  let rivals = 0;
  for (const all of [10, 120, 2_000]) {
    await play(link, all - rivals, AGO + 700 + rivals);
    rivals = all;
    await Promise.all([judgeAllLinks(ctx), judgeCreatorLinks(ctx, link.creatorId)]);
    expect(await withdrawable(link.creatorId)).toBeGreaterThanOrEqual(BigInt(row.honest) * PAYOUT);
  }
  await withdraw(link.creatorId, row.honest);
});

it("counts a player once: 32 joins of one account clear no farm", async () => {
  const link = await joinedLink();
  const ids = await play(link, 600);
  await join(link.campaignId, ids.slice(0, 32), () => "the same account");
  await judgeCreatorLinks(ctx, link.creatorId);
  expect(await findOpen(link.creatorId)).toMatchObject([{ clicks: 600, players: 1 }]);
});

it("counts only paid clicks: refused clicks of a rival make no link look like a farm", async () => {
  const link = await joinedLink();
  const ids = await play(link, 250);
  await join(link.campaignId, ids.slice(0, 25));
  const rows = Array.from({ length: 2_000 }, (_, at) => link.click(AGO + at / 10));
  const known_bot = [{ signal: "known_bot" as const, evidence: {} }];
  await addPendingClicks(
    db,
    rows.map((row) => ({ ...row, signals: known_bot })),
  );
  await settle();
  await judgeCreatorLinks(ctx, link.creatorId);
  expect(await findOpen(link.creatorId)).toEqual([]);
});

it("finds a farm that spreads its clicks over campaigns", async () => {
  const first = await joinedLink();
  const links = [first, await joinedLink(first.creatorId), await joinedLink(first.creatorId)];
  for (const link of links) await play(link, 250);
  await judgeCreatorLinks(ctx, first.creatorId);
  const found = await findOpen(first.creatorId);
  expect(found.reduce((sum, { unexplained }) => sum + unexplained, 0)).toBeGreaterThan(400);
});

it("leaves free what another campaign and an earlier time earned", async () => {
  const { creatorId, finding } = await farmUnderReview(2_000);
  const honest = await joinedLink(creatorId);
  const ids = await play(honest, 300);
  await join(honest.campaignId, ids.slice(0, 30));
  await play(honest, 400, -9 * 86_400);
  await judgeCreatorLinks(ctx, creatorId);
  expect((await findOpen(creatorId)).map(({ id }) => id)).toEqual([finding.id]);
  expect(await withdrawable(creatorId)).toBeGreaterThanOrEqual(700n * PAYOUT);
  await withdraw(creatorId, 700);
});

it("holds no click, and frees all that waits when an operator clears the finding", async () => {
  const { finding, creatorId, ...link } = await farmUnderReview();
  const later = await play(link, 20, AGO + 600);
  expect(new Set(await world.outcomes(later))).toEqual(new Set(["valid"]));
  expect((await decide(finding.id, "cleared", true)).applied).toBe(false);
  expect(await withdrawable(creatorId)).toBeLessThan(620n * PAYOUT);
  await decide(finding.id, "cleared");
  await expect(decide(finding.id, "confirmed")).rejects.toThrow("cleared already");
  expect(await withdrawable(creatorId)).toBe(620n * PAYOUT);
  expect(await finishFindings(ctx)).toBe(0);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "cleared"]);
  expect(await judgeCreatorLinks(ctx, creatorId)).toBe(0);
});

it("frees the money of players who come later, and ends when they explain all", async () => {
  const { finding, creatorId, campaignId, ids } = await farmUnderReview(600, 1);
  const before = await withdrawable(creatorId);
  const found = clock;
  clock = new Date(found.getTime() + QUARTER_MS);
  await join(campaignId, ids.slice(1, 5));
  await finishFindings(ctx);
  expect(await withdrawable(creatorId)).toBeGreaterThan(before);
  expect(await stateOf(finding.id)).toBe("open");
  clock = new Date(found.getTime() + 2 * QUARTER_MS);
  await join(campaignId, ids.slice(5, 60));
  await finishFindings(ctx);
  expect(await withdrawable(creatorId)).toBe(600n * PAYOUT);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "explained"]);
  clock = found;
});

it("reverses the newest clicks that nobody followed, as many as nothing explains", async () => {
  const { finding, creatorId, ids, ...link } = await farmUnderReview(2_000);
  await join(link.campaignId, ids.slice(-1));
  const before = await link.left();
  const preview = await decide(finding.id, "confirmed", true);
  expect(preview.after).toMatchObject({ reversedClicks: finding.unexplained });
  await decide(finding.id, "confirmed");
  const [one, other] = await Promise.all([finishFindings(ctx), finishFindings(ctx)]);
  expect(one + other).toBeGreaterThanOrEqual(finding.unexplained);
  const taken = BigInt(finding.unexplained) * PAYOUT;
  expect(await link.left()).toBe(before + taken);
  expect(preview.after).toMatchObject({ reversedMicros: taken.toString() });
  const outcomes = await world.outcomes(ids);
  expect([outcomes[0], outcomes.at(-2), outcomes.at(-1)]).toEqual(["valid", "reversed", "valid"]);
  expect(await withdrawable(creatorId)).toBe(2_000n * PAYOUT - taken);
  expect(await listReviewNotices(creatorId)).toEqual(["open", "confirmed"]);
  expect((await verifyBooks({ db })).clean).toBe(true);
});

it("reverses no more clicks than the decision said, though others are paid in between", async () => {
  const { finding, ...link } = await farmUnderReview();
  await decide(finding.id, "confirmed");
  await play(link, 30, AGO + 700);
  await Promise.all([finishFindings(ctx), finishFindings(ctx)]);
  expect(await link.earned()).toBe(BigInt(630 - finding.unexplained) * PAYOUT);
});

it("counts what a confirmed finding reverses towards the limit of its operator", async () => {
  const { finding, ...link } = await farmUnderReview();
  const ann = await operatorCtx(db, owner, () => clock);
  const confirm = (limitMicros: bigint) =>
    decideFinding(ann, {
      id: finding.id,
      state: "confirmed",
      reason: "why",
      dryRun: false,
      limitMicros,
    });
  const taken = finding.waitingMicros;
  await expect(confirm(taken - 1n)).rejects.toThrow(/^This takes back \$.*take back fewer clicks/);
  expect(await stateOf(finding.id)).toBe("open");
  await confirm(taken);
  expect(await finishFindings(ctx)).toBe(finding.unexplained);
  expect(await link.earned()).toBe(600n * PAYOUT - taken);
});

it("lets what no operator decides about lapse, unless it is certain", async () => {
  const [weak, certain, forPlayers] = [
    await farmUnderReview(),
    await farmUnderReview(2_000),
    await farmUnderReview(),
  ];
  // A few players do not make a certain finding one that lapses.
  await join(certain.campaignId, certain.ids.slice(0, 8));
  await owner`update campaigns set pays_for = 'players' where id = ${forPlayers.campaignId}`;
  const found = clock;
  clock = new Date(found.getTime() + FINDING_DAYS * DAY_MS - 1_000);
  await finishFindings(ctx);
  expect(await stateOf(weak.finding.id)).toBe("open");
  clock = new Date(found.getTime() + FINDING_DAYS * DAY_MS + 1_000);
  await finishFindings(ctx);
  expect(await listReviewNotices(weak.creatorId)).toEqual(["open", "lapsed"]);
  expect(await withdrawable(weak.creatorId)).toBe(600n * PAYOUT);
  await expect(decide(weak.finding.id, "confirmed")).rejects.toThrow("lapsed already");
  const [audit] = await owner`
    select actor_kind from audit_log where action = 'link.lapse' and subject like ${`%${weak.creatorId}`}`;
  expect(audit).toMatchObject({ actorKind: "system" });
  for (const { finding, creatorId } of [certain, forPlayers]) {
    expect(await stateOf(finding.id)).toBe("open");
    expect(await withdrawable(creatorId)).toBeLessThan((BigInt(finding.clicks) * PAYOUT) / 2n);
  }
  clock = new Date(found.getTime() + (SILENT_DAYS + 1) * DAY_MS);
  await finishFindings(ctx);
  expect(await stateOf(forPlayers.finding.id)).toBe("lapsed");
  expect(await stateOf(certain.finding.id)).toBe("open");
  clock = found;
});

it("takes one appeal from the creator for all own links", async () => {
  const { creatorId, campaignId } = await farmUnderReview();
  const second = await joinedLink(creatorId);
  await play(second, 600);
  await judgeCreatorLinks(ctx, creatorId);
  const stranger = await farmUnderReview();
  const say = (userId: UserId) =>
    explainFinding(as(userId), { campaignId, text: "My video was shown abroad." });
  await expect(say(stranger.creatorId)).rejects.toThrow();
  await say(creatorId);
  await expect(say(creatorId)).rejects.toThrow("appealed already");
  const texts = (await findOpen(creatorId)).map(({ explanation }) => explanation);
  expect(texts).toEqual(["My video was shown abroad.", "My video was shown abroad."]);
  expect((await findOpen(stranger.creatorId))[0]?.explanation).toBeNull();
});

it("loses nothing while operators decide, settlement runs and creators withdraw at once", async () => {
  const farms = [await farmUnderReview(), await farmUnderReview()];
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
  await finishFindings(ctx);
  const [cleared, confirmed] = farms;
  expect(await cleared?.earned()).toBe(640n * PAYOUT - PAYOUT);
  // A withdrawal may have judged the finding again before the decision.
  const decided = await findFinding(db.sql, confirmed?.finding.id ?? "");
  const reversed = BigInt(decided?.unexplained ?? 0) * PAYOUT;
  expect(reversed).toBeGreaterThan(0n);
  expect(await confirmed?.earned()).toBe(640n * PAYOUT - PAYOUT - reversed);
  await expectRightBooks({ db });
});
