import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import type { Ctx } from "../context";
import { decideCase } from "../operations/cases";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { withdraw } from "../testing/withdraw";
import { decideClicks } from "./decide-clicks";
import { objectToClicks } from "./objections";
import { settleClicks } from "./settle-clicks";

const PAYOUT = 10_000n;
const { db, owner } = await createTestDatabase();
const now = new Date();
const operator = await operatorCtx(db, owner, () => now);
const text = "Nobody of these people arrived.";
const upheld = {
  state: "accepted",
  category: "bot_traffic",
  reason: "A farm",
  dryRun: false,
  limitMicros: null,
  trustedHosts: [],
} as const;

/** A campaign of 60 clicks that is over, and a creator. */
async function openWorld() {
  const endsAt = new Date(now.getTime() - 60_000);
  const given = { payoutMicros: PAYOUT, budgetMicros: PAYOUT * 60n, endsAt };
  const { id, developerId } = await addCampaign(db, given);
  const userId = asId<UserId>(developerId);
  const developer: Ctx = { ...operator, actor: { kind: "user", userId } };
  const creatorId = asId<UserId>(await addUser(db));
  return { id: asId<CampaignId>(id), userId, developer, creatorId };
}

type World = Awaited<ReturnType<typeof openWorld>>;

function click({ id: campaignId, creatorId }: World, count: number, minutesAgo: number) {
  return addPendingClicks(
    db,
    Array.from({ length: count }, (_, i) => ({
      ...{ campaignId, creatorId },
      at: new Date(now.getTime() - minutesAgo * 60_000 - i * 1_000),
    })),
  );
}

function settle(batchSize = 100) {
  const shards = { shard: 0, shards: 1 };
  return settleClicks(operator, { watermark: now, windowSeconds: 60, batchSize, ...shards });
}

it("returns to the wallet of an ended campaign what was not withdrawn, and leaves a debt for the rest", async () => {
  const world = await openWorld();
  const { id, userId, developer, creatorId } = world;
  await click(world, 6, 60);
  await settle();
  const { id: objection } = await objectToClicks(developer, { id, filter: {}, text });
  await withdraw(db, { userId: creatorId, cents: 4, end: "paid", at: now });
  await releaseEscrows(operator, { watermark: now });
  const before = await getBalance(db.sql, { kind: "wallet", ownerId: userId });
  await decideCase(operator, { ...upheld, id: objection });
  const balance = (kind: "wallet" | "earnings" | "debt", ownerId: string) =>
    getBalance(db.sql, { kind, ownerId });
  expect(await balance("wallet", userId)).toBe(before + PAYOUT * 2n);
  expect(await balance("earnings", creatorId)).toBe(0n);
  expect(await balance("debt", creatorId)).toBe(-4n * 10_000n);
  await expectRightBooks(operator);
});

it("returns each click once, while clicks are settled, reversed and objected to at once", async () => {
  const world = await openWorld();
  const { id, developer, creatorId } = world;
  await click(world, 20, 60);
  await settle();
  await click(world, 20, 30);
  const refused = (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    return null;
  };
  const object = (filter: object) => objectToClicks(developer, { id, filter, text }).catch(refused);
  const [first, second] = await Promise.all([
    object({}),
    object({ creator: creatorId }),
    settle(3),
  ]);
  await settle();
  const third = await object({});
  const made = [first, second, third].flatMap((each) => (each ? [each] : []));
  expect(made.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(40);
  const group = { campaignId: id, creatorId };
  const answers = await Promise.all([
    ...made.flatMap((each) => [
      decideCase(operator, { ...upheld, id: each.id }).catch(refused),
      decideCase(operator, { ...upheld, id: each.id }).catch(refused),
    ]),
    decideClicks(operator, {
      ...{ action: "reverse", category: "other", reason: "The same", dryRun: false },
      clicks: { group },
    }),
  ]);
  expect(answers.filter((each) => each === null)).toHaveLength(made.length);
  const [left] = await db.sql<{ valid: number; reversed: number }[]>`
    select count(*) filter (where verdict = 'valid')::int as valid,
      count(*) filter (where reason = 'reversed')::int as reversed
    from clicks where campaign_id = ${id}`;
  expect(left).toEqual({ valid: 0, reversed: 40 });
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(0n);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: id })).toBe(PAYOUT * 60n);
  await expectRightBooks(operator);
});
