import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { writeNoticeText } from "@fairclick/core/notices/registry";
import { setOptOut } from "@fairclick/sql/notices/mail";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { settleClicks } from "../clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { sendDigests } from "./digests";

const { db, owner } = await createTestDatabase();
/** A Wednesday; its week is digested from the next Monday on. */
const wednesday = new Date("2026-11-18T12:00:00Z");
let clock = new Date();
const ctx = systemCtx(db, () => clock);
const bot = [{ signal: "known_bot" as const, evidence: {} }];

beforeEach(async () => {
  await owner`truncate digest_runs, notices`;
  clock = new Date("2026-11-23T06:00:00Z");
});

async function confirm(...users: string[]) {
  await owner`update users set email_verified_at = now() where id = any (${users}::uuid[])`;
}

async function visit(
  campaignId: string,
  creatorId: string,
  more: { bots?: number; at?: Date } = {},
) {
  const { bots = 0, at = wednesday } = more;
  await owner`
    insert into links (campaign_id, creator_id, code)
    values (${campaignId}, ${creatorId}, ${crypto.randomUUID().slice(0, 8)}) on conflict do nothing`;
  const click = { campaignId, creatorId };
  await addPendingClicks(db, [
    { ...click, at },
    { ...click, at: new Date(at.getTime() + 600_000) },
    ...Array.from({ length: bots }, (_, n) => ({
      ...{ ...click, at: new Date(at.getTime() + n * 1_000), signals: bot },
    })),
  ]);
  await settleClicks(systemCtx(db), {
    ...{ watermark: new Date(), windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
  });
}

async function listDigests(userId?: string) {
  const rows = await owner<{ userId: string; kind: string; data: unknown; key: string }[]>`
    select user_id as "userId", kind, data, dedupe_key as key from notices
    where kind like 'digest.%' order by kind, user_id`;
  return rows.filter((row) => !userId || row.userId === userId);
}

it("sums up the week of creators and developers, and of nobody without clicks", async () => {
  const creator = await addUser(db);
  const silent = await addUser(db);
  const small = await addCampaign(db, { payoutMicros: 1_000n, feeBasisPoints: 1_000 });
  const large = await addCampaign(db, { payoutMicros: 5_000n, endsAt: new Date("2026-11-28") });
  const unused = await addCampaign(db);
  await confirm(creator, silent, small.developerId, large.developerId, unused.developerId);
  await visit(small.id, creator, { bots: 3 });
  await visit(large.id, creator);
  await visit(large.id, silent, { at: new Date("2026-11-13T12:00:00Z") });
  await sendDigests(ctx);
  const digests = await listDigests();
  expect(digests.map(({ userId }) => userId).sort()).toEqual(
    [creator, small.developerId, large.developerId].sort(),
  );
  expect(new Set(digests.map(({ key }) => key))).toEqual(new Set(["2026-W47"]));
  const [forCreator] = await listDigests(creator);
  expect(forCreator && writeNoticeText(forCreator)).toMatchObject({
    title: "Your week: $0.012 for 4 clicks",
    paragraphs: [
      "In the week from Nov 16, 2026, 4 clicks of your links counted and earned $0.012.",
      "Your best campaign was Obby: 2 clicks, $0.01.",
      expect.stringMatching(/^3 clicks did not count: .+ \(3\)\.$/),
    ],
  });
  const [forSmall] = await listDigests(small.developerId);
  expect(forSmall?.data).toMatchObject({ valid: 2, costMicros: "2200", ending: [] });
  const [forLarge] = await listDigests(large.developerId);
  expect(forLarge && writeNoticeText(forLarge)?.paragraphs).toEqual([
    "In the week from Nov 16, 2026, 2 clicks of your campaigns counted and cost $0.01.",
    `Your running campaigns have $49.98 of their budgets left.`,
    "Obby ends on Nov 28, 2026.",
  ]);
});

it("writes one digest per user and week, with slices of one, workers at once and deaths", async () => {
  const creators = await Promise.all([1, 2, 3, 4].map(() => addUser(db)));
  const campaign = await addCampaign(db);
  await confirm(...creators);
  for (const creator of creators) await visit(campaign.id, creator);
  clock = new Date("2026-11-23T05:59:59Z");
  await sendDigests(ctx, 1);
  expect((await listDigests()).filter(({ key }) => key === "2026-W47")).toEqual([]);
  clock = new Date("2026-11-23T06:00:00Z");
  let left = 3;
  const dying = systemCtx(db, () => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return clock;
  });
  await expect(sendDigests(dying, 1)).rejects.toThrow("killed");
  await Promise.all([sendDigests(ctx, 1), sendDigests(ctx, 1), sendDigests(ctx, 2)]);
  await sendDigests(ctx);
  const ours = (await listDigests()).filter(({ userId }) => creators.includes(userId));
  expect(ours.map(({ userId }) => userId).sort()).toEqual(creators.toSorted());
  clock = new Date("2026-11-30T06:00:00Z");
  await sendDigests(ctx);
  expect((await listDigests()).filter(({ key }) => key === "2026-W48")).toEqual([]);
});

it("mails nobody who switched it off, is suspended or has not confirmed the address", async () => {
  const [off, suspended, unconfirmed, wants] = (await Promise.all(
    [1, 2, 3, 4].map(() => addUser(db)),
  )) as [string, string, string, string];
  const campaign = await addCampaign(db);
  const campaignId = asId<CampaignId>(campaign.id);
  for (const creator of [off, suspended, unconfirmed, wants]) await visit(campaignId, creator);
  await confirm(off, suspended, wants);
  await setOptOut(db.sql, { userId: asId<UserId>(off), kind: "digest.creator", off: true });
  await owner`update users set suspended_at = now() where id = ${suspended}`;
  await sendDigests(ctx);
  const told = (await listDigests()).map(({ userId }) => userId);
  expect(told).toContain(wants);
  for (const user of [off, suspended, unconfirmed]) expect(told).not.toContain(user);
});
