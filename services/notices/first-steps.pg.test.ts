import { asId, type UserId } from "@fairclick/core/ids";
import { writeNoticeText } from "@fairclick/core/notices/registry";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { settleClicks } from "../clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { askForGame, tellOfOpenGames } from "./notices";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const ask = (id: string) =>
  askForGame({ ...ctx, actor: { kind: "user", userId: asId<UserId>(id) } });

async function readStarted(userId: string) {
  const rows = await owner<{ kind: string; data: unknown }[]>`
    select kind, data from notices where user_id = ${userId} and kind = 'creator.started'`;
  return rows.map((row) => writeNoticeText(row));
}

it("tells those who wait for a game once, and names neither the game nor its developer", async () => {
  const [waiting, other, suspended] = [await addUser(db), await addUser(db), await addUser(db)];
  await ask(waiting);
  await ask(waiting);
  await ask(suspended);
  await owner`update users set suspended_at = now() where id = ${suspended}`;
  await tellOfOpenGames(ctx);
  expect(await readStarted(waiting)).toEqual([]);
  const spam = await addCampaign(db);
  await owner`update campaigns set name = 'Free coins at evil.example' where id = ${spam.id}`;
  await ask(spam.developerId);
  await Promise.all([tellOfOpenGames(ctx), tellOfOpenGames(ctx)]);
  await addCampaign(db);
  await tellOfOpenGames(ctx);
  const told = await readStarted(waiting);
  expect(told.map((text) => text?.title)).toEqual(["A game is open"]);
  expect(JSON.stringify(told)).not.toContain("evil.example");
  for (const id of [other, suspended]) expect(await readStarted(id)).toEqual([]);
});

it("does not tell developers of their own game", async () => {
  await owner`update campaigns set paused_at = now()`;
  const own = await addCampaign(db);
  await ask(own.developerId);
  await tellOfOpenGames(ctx);
  expect(await readStarted(own.developerId)).toEqual([]);
});

it("tells a creator of the first paid click, with a receipt, and of no other", async () => {
  const campaign = await addCampaign(db, { payoutMicros: 1_500n });
  const creator = await addUser(db);
  const link = { campaignId: campaign.id, creatorId: creator };
  await owner`
    insert into links (campaign_id, creator_id, code)
    values (${campaign.id}, ${creator}, ${crypto.randomUUID().slice(0, 8)})`;
  const visit = async (more: object = {}) => {
    await addPendingClicks(db, [{ ...link, at: new Date(Date.now() - 3_600_000), ...more }]);
    await settleClicks(ctx, {
      ...{ watermark: new Date(), windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
    });
  };
  await visit({ signals: [{ signal: "known_bot", evidence: {} }] });
  expect(await readStarted(creator)).toEqual([]);
  await visit();
  await visit({ at: new Date(Date.now() - 1_800_000) });
  expect(await readStarted(creator)).toMatchObject([
    { title: "Your first click was paid", receipt: { amount: "$0.0015", stamp: "PAID" } },
  ]);
});
