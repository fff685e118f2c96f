import { makeSinglePolicyBook } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { findBatch, lockShard } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance, lockAccounts } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { settleBatch, settleClicks } from "../clicks/settle-clicks";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser, type TestCampaign } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { releaseEscrow, releaseEscrows } from "./budget";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);

const endsAt = new Date(Date.now() - 600_000);
const afterEnd = (seconds: number) => new Date(endsAt.getTime() + seconds * 1_000);
const creatorId = await addUser(db);

const endedCampaign = () =>
  addCampaign(db, { payoutMicros: 10_000n, budgetMicros: 50_000n, endsAt });

const settle = (watermark: Date) =>
  settleClicks(ctx, { watermark, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 });

async function balances({ id, developerId }: TestCampaign) {
  return {
    escrow: await getBalance(db.sql, { kind: "escrow", ownerId: id }),
    wallet: await getBalance(db.sql, { kind: "wallet", ownerId: developerId }),
  };
}

async function isReleased({ id }: TestCampaign): Promise<boolean> {
  const [row] = await db.sql`select released_at from campaigns where id = ${id}`;
  return row?.releasedAt !== null;
}

/** Whether a statement waits for what another transaction has locked. */
async function isWaiting(): Promise<boolean> {
  const waiting = await owner`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  return waiting.length > 0;
}

const expectedRelease = ({ id, developerId }: TestCampaign) => ({
  id: asId<CampaignId>(id),
  developerId: asId<UserId>(developerId),
  watermark: afterEnd(0),
});

function click(campaign: TestCampaign, seconds: number, signal?: "vpn") {
  const signals = signal ? [{ signal, evidence: {} }] : [];
  return { at: afterEnd(seconds), campaignId: campaign.id, creatorId, signals };
}

/** Settles due clicks and keeps the transaction open until `end` is called. */
async function beginSettling(watermark: Date) {
  const settled = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = withTx(db, async (tx) => {
    await lockShard(tx, 0);
    const batch = await findBatch(tx, { watermark, shard: 0, shards: 1, batchSize: 100 });
    if (!batch) throw new Error("Nothing is due");
    await lockAccounts(
      tx,
      batch.campaignIds.map((ownerId) => ({ kind: "escrow", ownerId })),
    );
    await settleBatch(tx, {
      batch,
      policies: makeSinglePolicyBook(policy),
      shard: 0,
      shards: 1,
      watermark,
    });
    settled.resolve();
    await end.promise;
  });
  await Promise.race([settled.promise, work]);
  return {
    end: () => {
      end.resolve();
      return work;
    },
  };
}

describe("releaseEscrows", () => {
  it("returns the rest once every click from before the end is judged", async () => {
    const campaign = await endedCampaign();
    await addPendingClicks(db, [click(campaign, -2), click(campaign, -1)]);
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    expect(await isReleased(campaign)).toBe(false);
    await settle(afterEnd(0));
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 30_000n });
    const [audit] = await db.sql`
      select actor_kind, action, after from audit_log where subject = ${`campaign:${campaign.id}`}`;
    expect(audit).toEqual({
      actorKind: "system",
      action: "campaign.release",
      after: { releasedMicros: "30000" },
    });
  });

  it("waits until the watermark has passed the end", async () => {
    const campaign = await endedCampaign();
    await releaseEscrows(ctx, { watermark: afterEnd(-0.001) });
    expect(await isReleased(campaign)).toBe(false);
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    expect(await isReleased(campaign)).toBe(true);
  });

  it("does not wait for clicks from after the end, which keep coming", async () => {
    const campaign = await endedCampaign();
    await addPendingClicks(db, [click(campaign, 0), click(campaign, 500)]);
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    expect(await isReleased(campaign)).toBe(true);
  });

  it("keeps only what held clicks may still cost until an operator has decided", async () => {
    const campaign = await endedCampaign();
    await addPendingClicks(db, [click(campaign, -1, "vpn")]);
    await settle(afterEnd(0));
    for (let run = 0; run < 3; run += 1) {
      await releaseEscrows(ctx, { watermark: afterEnd(100) });
      expect(await balances(campaign)).toEqual({ escrow: 10_000n, wallet: 40_000n });
      expect(await isReleased(campaign)).toBe(false);
    }
    await decideClicks(await operatorCtx(db, owner, ctx.now), {
      ...{ action: "reject", reason: "a test", dryRun: false },
      clicks: { group: { campaignId: campaign.id } },
    });
    await releaseEscrows(ctx, { watermark: afterEnd(100) });
    expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 50_000n });
    expect(await isReleased(campaign)).toBe(true);
  });

  it("leaves running and unfunded campaigns alone", async () => {
    const running = await addCampaign(db, { endsAt: afterEnd(3_600) });
    const unfunded = await addCampaign(db, { endsAt, funded: false });
    await releaseEscrows(ctx, { watermark: afterEnd(60) });
    expect(await isReleased(running)).toBe(false);
    expect(await isReleased(unfunded)).toBe(false);
  });

  it("closes a campaign that has spent everything, without a posting", async () => {
    const campaign = await addCampaign(db, {
      payoutMicros: 10_000n,
      budgetMicros: 10_000n,
      endsAt,
    });
    await addPendingClicks(db, [click(campaign, -1)]);
    await settle(afterEnd(0));
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    expect(await isReleased(campaign)).toBe(true);
    const postings = await db.sql`
      select from ledger_transactions where idempotency_key = ${`release:${campaign.id}`}`;
    expect(postings).toHaveLength(0);
  });

  it("happens once, however many try at once", async () => {
    const campaign = await endedCampaign();
    const release = () => releaseEscrow(ctx, expectedRelease(campaign));
    const tries = await Promise.all(Array.from({ length: 8 }, release));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 50_000n });
  });

  it("waits for a running settlement, and releases the rest", async () => {
    const campaign = await endedCampaign();
    await addPendingClicks(db, [click(campaign, -2), click(campaign, -1)]);
    const settling = await beginSettling(afterEnd(0));
    const releasing = releaseEscrow(ctx, expectedRelease(campaign));
    await expect.poll(isWaiting).toBe(true);
    await settling.end();
    expect(await releasing).toBe(true);
    expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 30_000n });
  });

  it("is either before or after a settlement of the same campaign, and the money adds up", async () => {
    const campaigns = await Promise.all(Array.from({ length: 10 }, endedCampaign));
    await addPendingClicks(
      db,
      campaigns.flatMap((campaign) => [click(campaign, -2), click(campaign, -1)]),
    );
    const turns = Array.from({ length: 4 }, async () => {
      await settle(afterEnd(0));
      await releaseEscrows(ctx, { watermark: afterEnd(0) });
    });
    await Promise.all(turns);
    await releaseEscrows(ctx, { watermark: afterEnd(0) });
    for (const campaign of campaigns) {
      expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 30_000n });
    }
  });
});

it("does not pay a click from before the end that arrives after the release", async () => {
  const campaign = await endedCampaign();
  await releaseEscrows(ctx, { watermark: afterEnd(0) });
  const [id = ""] = await addPendingClicks(db, [click(campaign, -30)]);
  await settle(afterEnd(0));
  const [row] =
    await db.sql`select verdict, reason, clicks.paid_micros from clicks where id = ${id}`;
  expect(row).toEqual({ verdict: "unpaid", reason: "ended", paidMicros: 0n });
  expect(await balances(campaign)).toEqual({ escrow: 0n, wallet: 50_000n });
});

it("leaves books that are right", async () => {
  await expectRightBooks(ctx);
});
