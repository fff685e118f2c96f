import { asId, type UserId } from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { freezeLot, proveLot } from "@fairclick/sql/money/earnings";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { addUser } from "../testing/marketplace";
import { findWaitingEarnings } from "./waiting-earnings";

const { db, owner } = await createTestDatabase();
const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };
const HOUR_MS = 3_600_000;
const HOLD_MS = 24 * HOUR_MS;
const now = new Date();

let userId: UserId;
beforeEach(async () => {
  userId = asId<UserId>(await addUser(db));
});

/** Pays the user from a deposit of this age, and returns the deposit's reference. */
async function earn(micros: bigint, ageMs: number): Promise<string> {
  const [developer, campaign] = [crypto.randomUUID(), crypto.randomUUID()];
  const reference = `deposit:${crypto.randomUUID()}`;
  const wallet = { kind: "wallet", ownerId: developer } as const;
  const escrow = { kind: "escrow", ownerId: campaign } as const;
  const earnings = { kind: "earnings", ownerId: userId } as const;
  const moves = [
    ["deposit", { kind: "stripe_clearing" } as const, wallet],
    ["reserve", wallet, escrow],
    ["click_payout", escrow, earnings],
  ] as const;
  await withTx(asOwner, async (tx) => {
    await openAccounts(tx, developer, ["wallet"]);
    await openAccounts(tx, campaign, ["escrow"]);
    for (const [kind, from, to] of moves) {
      await postTransaction(tx, {
        kind,
        idempotencyKey: crypto.randomUUID(),
        reference: kind === "deposit" ? reference : `campaign:${campaign}`,
        entries: [
          { account: from, micros: -micros },
          { account: to, micros },
        ],
      });
    }
    const at = new Date(now.getTime() - ageMs);
    await tx`update ledger_lots set created_at = ${at} where reference = ${reference}`;
  });
  return reference;
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

/** Hours from now, or null, and the amount of each waiting part. */
async function listParts(depositHoldHours = 24) {
  const { micros, parts } = await findWaitingEarnings(db.sql, now, { userId, depositHoldHours });
  expect(parts.reduce((sum, part) => sum + part.micros, 0n)).toBe(micros);
  return parts.map(({ reason, at, micros }) => [
    reason,
    at && Math.round((at.getTime() - now.getTime()) / HOUR_MS),
    micros,
  ]);
}

it("frees earnings at the moment at which their deposit is old enough", async () => {
  await earn(100n, HOLD_MS);
  await earn(20n, HOLD_MS - 1);
  await earn(3n, 0);
  expect(await listParts()).toEqual([
    ["new_payment", 0, 20n],
    ["new_payment", 24, 3n],
  ]);
});

it("holds nothing without a hold, except disputed money", async () => {
  await earn(100n, -60_000);
  const reference = await earn(7n, HOLD_MS);
  await withTx(db, (tx) => freezeLot(tx, { reference, until: "infinity" }));
  expect(await listParts(0)).toEqual([["disputed_payment", null, 7n]]);
});

it("frees proved money at once", async () => {
  const reference = await earn(100n, 1);
  await earn(5n, 1);
  await withTx(db, (tx) => proveLot(tx, { reference, provedBy: "three_d_secure" }));
  expect(await listParts()).toEqual([["new_payment", 24, 5n]]);
});

it("freezes exactly the earnings of the disputed deposit, and frees them when it is won", async () => {
  await earn(100n, HOLD_MS);
  const reference = await earn(9n, HOLD_MS);
  await withTx(db, (tx) => freezeLot(tx, { reference, until: "infinity" }));
  expect(await listParts()).toEqual([["disputed_payment", null, 9n]]);
  const until = new Date(now.getTime() + 48 * HOUR_MS);
  await withTx(db, (tx) => freezeLot(tx, { reference, until }));
  expect(await listParts()).toEqual([["disputed_payment", 48, 9n]]);
  await withTx(db, (tx) => freezeLot(tx, { reference, until: null }));
  expect(await listParts()).toEqual([]);
});

it("takes withdrawals off what is free, whenever it was earned", async () => {
  await earn(50n, 1);
  await earn(100n, HOLD_MS + 1);
  await withdraw(100n);
  expect(await listParts()).toEqual([["new_payment", 24, 50n]]);
});

it("merges the parts of an hour, and shows the latest time of it", async () => {
  const hour = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS - now.getTime() + HOUR_MS;
  await earn(2n, HOLD_MS - hour - 60_000);
  await earn(5n, HOLD_MS - hour - 120_000);
  const { parts } = await findWaitingEarnings(db.sql, now, { userId, depositHoldHours: 24 });
  const at = new Date(now.getTime() + hour + 120_000);
  expect(parts).toEqual([{ reason: "new_payment", at, micros: 7n }]);
});

it("ignores other users' earnings", async () => {
  await earn(50n, 1);
  userId = asId<UserId>(await addUser(db));
  expect(await listParts()).toEqual([]);
});
