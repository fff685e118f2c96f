import { asId, type UserId } from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance, postTransaction } from "@fairclick/sql/money/ledger";
import { reverseTransaction } from "@fairclick/sql/money/reverse-transaction";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { addUser } from "../../testing/marketplace";
import { findWaitingEarnings } from "./find-waiting-earnings";

const { db, owner } = await createTestDatabase();
const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };
const HOUR_MS = 3_600_000;
const HOLD_MS = 24 * HOUR_MS;
const now = new Date();

let userId: UserId;
beforeEach(async () => {
  userId = asId<UserId>(await addUser(db));
});

/** Earnings posted so long ago; only the owner of the database can say when. */
async function earn(micros: bigint, ageMs: number): Promise<string> {
  const at = new Date(now.getTime() - ageMs);
  const id = Bun.randomUUIDv7("hex", at);
  await withTx(asOwner, async (tx) => {
    await tx`
      insert into ledger_transactions (id, kind, idempotency_key, created_at)
      values (${id}, 'click_payout', ${id}, ${at})`;
    await tx`
      insert into ledger_entries (transaction_id, account_id, micros)
      select ${id}::uuid, id, case kind when 'earnings' then ${micros}::bigint else -${micros}::bigint end
      from ledger_accounts
      where (kind = 'earnings' and owner_id = ${userId}) or (kind = 'losses' and shard = 0)`;
  });
  return id;
}

async function withdraw(micros: bigint): Promise<void> {
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind: "withdrawal",
      idempotencyKey: crypto.randomUUID(),
      entries: [
        { account: { kind: "earnings", ownerId: userId }, micros: -micros },
        { account: { kind: "in_transit", ownerId: userId }, micros },
      ],
    }),
  );
}

const reverse = (transactionId: string) =>
  withTx(db, (tx) => reverseTransaction(tx, { transactionId }));

async function split(earningsHoldHours = 24) {
  const balanceMicros = await getBalance(db.sql, { kind: "earnings", ownerId: userId });
  const asked = { userId, balanceMicros, earningsHoldHours };
  const { micros: waiting } = await findWaitingEarnings(db.sql, now, asked);
  return { free: balanceMicros - waiting, waiting };
}

async function partsOf(earningsHoldHours: number) {
  const balanceMicros = await getBalance(db.sql, { kind: "earnings", ownerId: userId });
  const asked = { userId, balanceMicros, earningsHoldHours };
  const { parts } = await findWaitingEarnings(db.sql, now, asked);
  const hoursFromNow = (at: Date) => Math.round((at.getTime() - now.getTime()) / HOUR_MS);
  return parts.map(({ at, micros }) => [hoursFromNow(at), micros]);
}

it("frees earnings at the very moment at which they are old enough", async () => {
  await earn(100n, HOLD_MS);
  await earn(20n, HOLD_MS - 1);
  await earn(3n, 0);
  expect(await split()).toEqual({ free: 100n, waiting: 23n });
});

it("holds nothing without a hold, not even what was earned just now", async () => {
  await earn(100n, -60_000);
  expect(await split(0)).toEqual({ free: 100n, waiting: 0n });
});

it("takes withdrawals off what is old", async () => {
  await earn(100n, HOLD_MS + 1);
  await earn(50n, 1);
  await withdraw(70n);
  expect(await split()).toEqual({ free: 30n, waiting: 50n });
});

it("counts a young payout that was reversed neither as waiting nor as free", async () => {
  await earn(100n, HOLD_MS);
  const young = await earn(50n, 1);
  await reverse(young);
  expect(await split()).toEqual({ free: 100n, waiting: 0n });
});

it("takes the reversal of an old payout off what is free", async () => {
  const old = await earn(100n, HOLD_MS);
  await earn(40n, HOLD_MS);
  await earn(50n, 1);
  await reverse(old);
  expect(await split()).toEqual({ free: 40n, waiting: 50n });
});

it("never holds more than there is", async () => {
  const old = await earn(100n, HOLD_MS);
  await earn(120n, 1);
  await withdraw(90n);
  await reverse(old);
  expect(await split()).toEqual({ free: 0n, waiting: 30n });
});

it("is nobody else's", async () => {
  await earn(50n, 1);
  userId = asId<UserId>(await addUser(db));
  expect(await split()).toEqual({ free: 0n, waiting: 0n });
});

it("tells how much can be withdrawn from when on, the earliest first", async () => {
  await earn(100n, HOLD_MS);
  await earn(20n, 20 * HOUR_MS);
  await earn(5n, 3 * HOUR_MS);
  await earn(2n, 3 * HOUR_MS);
  expect(await partsOf(24)).toEqual([
    [4, 20n],
    [21, 7n],
  ]);
});

it("takes what was withdrawn off the earliest part", async () => {
  await earn(20n, 20 * HOUR_MS);
  await earn(7n, 3 * HOUR_MS);
  await withdraw(25n);
  expect(await partsOf(24)).toEqual([[21, 2n]]);
});

it("tells a long hold by days, by the youngest of each", async () => {
  const middayMs = Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS;
  const ageMs = now.getTime() - middayMs;
  await earn(3n, ageMs);
  await earn(4n, ageMs - HOUR_MS);
  const [[hours = 0, micros] = []] = await partsOf(240);
  expect(micros).toBe(7n);
  expect(hours).toBe(Math.round((240 * HOUR_MS - (ageMs - HOUR_MS)) / HOUR_MS));
});
