import { randomUUID } from "node:crypto";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { createWebhook } from "@fairclick/services/notices/webhooks";
import { notify } from "@fairclick/services/notify";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { findWrongNotices } from "./find-wrong-notices";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const creatorId = (await addUser(db)) as UserId;
const campaign = await addCampaign(db, { payoutMicros: 100n, budgetMicros: 1_000n });
const campaignId = campaign.id as CampaignId;

const finding = randomUUID();
await owner`insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, 'b1')`;
await createWebhook(
  { ...ctx, actor: { kind: "user", userId: creatorId } },
  { url: "https://hooks.test.example/", events: ["deposit.arrived"], allowLocal: false },
);
const at = (n: number) => new Date(Date.now() - 3_600_000 + n * 1_000);
await addPendingClicks(db, [
  { campaignId, creatorId, at: at(0), signals: [{ signal: "vpn", evidence: {} }] },
  ...Array.from({ length: 12 }, (_, n) => ({ campaignId, creatorId, at: at(n) })),
]);
await settleClicks(ctx, {
  ...{ watermark: new Date(), windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 },
});
await addFinding(db, {
  ...{ id: finding, campaignId, creatorId, fromAt: ctx.now(), at: ctx.now() },
});
await withTx(db, async (tx) => {
  const review = { campaignId, name: "Obby", state: "open" } as const;
  await notify(tx, ctx, linkReviewed, { to: [creatorId], data: review, key: `${finding}:open` });
});
await owner`update notices set mail_status = 'sent', mail_due_at = null`;
const sent = await owner<{ id: string }[]>`select id from notices`;
const mailbox = sent.map(({ id }) => `<${id}@127.0.0.1>`);
const find = async (mails = mailbox) =>
  (await findWrongNotices(db, mails)).map(({ claim }) => claim);

/** Runs `tamper`, looks, and undoes it. */
async function findAfter(tamper: () => PromiseLike<unknown>): Promise<string[]> {
  await owner`create temp table kept as select * from notices`;
  await tamper();
  const found = await find();
  await owner`delete from notices`;
  await owner`insert into notices select * from kept`;
  await owner`drop table kept`;
  return found;
}

it("finds nothing if every change has its notice and every mail arrived", async () => {
  expect(await find()).toEqual([]);
});

it.each([
  ["campaign.budget_low", /spent budget/],
  ["clicks.held", /held clicks/],
  [linkReviewed.kind, /review of a link/],
  [securityChanged.kind, /added webhook/],
])("finds a change without its notice: %s", async (kind, claim) => {
  const found = await findAfter(() => owner`delete from notices where kind = ${kind}`);
  expect(found).toContainEqual(expect.stringMatching(claim));
});

it.each([
  [securityChanged.kind, /added webhook/],
  ["clicks.held", /held clicks/],
])("finds a notice that was written twice: %s", async (kind, claim) => {
  const found = await findAfter(
    () => owner`
      insert into notices (id, user_id, kind, data, at, in_app)
      select gen_random_uuid(), user_id, kind, data, at, in_app from notices where kind = ${kind}`,
  );
  expect(found).toContainEqual(expect.stringMatching(claim));
});

it("finds mails that are missing, doubled, unknown or not sent", async () => {
  const claim = [expect.stringMatching(/every sent mail/)];
  expect(await find(mailbox.slice(1))).toEqual(claim);
  expect(await find([...mailbox, ...mailbox.slice(0, 1)])).toEqual(claim);
  expect(await find([...mailbox, `<${randomUUID()}@127.0.0.1>`])).toEqual(claim);
  const queued = () =>
    owner`update notices set mail_status = 'queued', mail_due_at = now() where kind = ${securityChanged.kind}`;
  expect(await findAfter(queued)).toEqual(claim);
});
