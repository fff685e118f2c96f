import { join } from "node:path";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const { db, url, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const start = Date.now() - 3_600_000;
const FEE = 30n;

function startSettling(batchSize: number) {
  const script = join(import.meta.dirname, "testing", "settle-process.ts");
  return Bun.spawn([process.execPath, script, url, `${batchSize}`], { stdout: "pipe" });
}

/** Resolves when the process has its connection to make and its first batch ahead of it. */
async function settling(process: ReturnType<typeof startSettling>): Promise<void> {
  const { value } = await process.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("settling\n");
}

/**
 * Four clicks out of five are valid; the budget covers `affordable` of them with their fees, and almost
 * another one.
 */
async function campaignWithClicks(clicks: number, affordable: number) {
  const budgetMicros = BigInt(affordable + 1) * (100n + FEE) - 1n;
  const campaign = await addCampaign(db, {
    payoutMicros: 100n,
    feeBasisPoints: Number(FEE) * 100,
    budgetMicros,
  });
  const creatorId = await addUser(db);
  const rows = Array.from({ length: clicks }, (_, index) => ({
    at: new Date(start + index * 100),
    campaignId: campaign.id,
    creatorId,
    signals: index % 5 === 0 ? [{ signal: "known_bot" as const, evidence: {} }] : [],
  }));
  await addPendingClicks(db, rows);
  const paid = Math.min(affordable, clicks - Math.ceil(clicks / 5));
  return {
    campaign,
    creatorId,
    paidMicros: BigInt(paid) * 100n,
    feesMicros: BigInt(paid) * FEE,
    budgetMicros,
  };
}

type Expected = Awaited<ReturnType<typeof campaignWithClicks>>;

async function expectSettled(expected: Expected) {
  const { campaign, creatorId, paidMicros, feesMicros, budgetMicros } = expected;
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(paidMicros);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: campaign.id })).toBe(
    budgetMicros - paidMicros - feesMicros,
  );
  expect(await getFees(campaign.id)).toBe(feesMicros);
  await expectRightBooks(ctx);
}

async function getFees(campaignId: string): Promise<bigint> {
  const [row] = await db.sql<{ micros: bigint }[]>`
    select coalesce(sum(e.micros), 0)::bigint as micros from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
    where t.reference = ${`campaign:${campaignId}`}`;
  return row?.micros ?? 0n;
}

/** The server may take a moment to notice that a client is gone, and keeps its locks until then. */
async function settleTheRest(): Promise<void> {
  const everything = {
    watermark: new Date(),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 1_000,
  };
  const settle = async () => {
    await settleClicks(ctx, everything);
    return countPending();
  };
  await expect.poll(settle).toBe(0n);
}

async function countPending(): Promise<bigint> {
  const [row] = await db.sql<{ pending: bigint }[]>`select count(*) as pending from pending_clicks`;
  return row?.pending ?? 0n;
}

async function isBlocked(): Promise<boolean> {
  const [row] = await db.sql<{ blocked: boolean }[]>`
    select exists (
      select from pg_locks where not granted and relation = 'click_quarters'::regclass
        and database = (select oid from pg_database where datname = current_database())
    ) as blocked`;
  return row?.blocked ?? false;
}

it("leaves no partial batch if it is killed", async () => {
  const expected = await campaignWithClicks(50, 30);
  const lock = await owner.reserve();
  await lock`begin`;
  await lock`lock table click_quarters in share mode`;
  const process = startSettling(1_000);
  await expect.poll(isBlocked).toBe(true);
  process.kill("SIGKILL");
  await process.exited;
  await lock`commit`;
  lock.release();
  await expect.poll(isBlocked).toBe(false);
  expect(await countPending()).toBe(50n);
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: expected.creatorId })).toBe(0n);

  await settleTheRest();
  await expectSettled(expected);
});

it("comes to the same balances however often it is killed", async () => {
  const expected = await campaignWithClicks(1_500, 1_000);
  let kills = 0;
  for (let pending = 1_500n; pending > 0n; pending = await countPending()) {
    const process = startSettling(20);
    await settling(process);
    const fewer = pending - BigInt(Math.ceil(Math.random() * 500));
    while (process.exitCode === null && (await countPending()) > fewer) await Bun.sleep(1);
    if (process.exitCode !== null) break;
    process.kill("SIGKILL");
    await process.exited;
    kills += 1;
  }
  await settleTheRest();
  expect(kills).toBeGreaterThan(1);
  await expectSettled(expected);
});
