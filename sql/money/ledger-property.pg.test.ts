import { randomUUID } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withTx } from "../db/tx";
import { createTestDatabase } from "../testing/test-database";
import { ledgerChecks } from "./books/ledger-checks";
import {
  type AccountRef,
  type NewTransaction,
  openAccounts,
  postTransaction,
  type TransactionKind,
} from "./ledger";
import { reverseTransaction } from "./reverse-transaction";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 25);
const { db } = await createTestDatabase();

const amount = fc.bigInt({ min: 1n, max: 100n });
const which = fc.nat(1);
const move = (kind: TransactionKind) =>
  fc.record({ kind: fc.constant(kind), micros: amount, user: which, campaign: which });

const operation = fc.oneof(
  { weight: 3, arbitrary: move("deposit") },
  { weight: 3, arbitrary: move("reserve") },
  { weight: 4, arbitrary: move("click_payout") },
  { weight: 1, arbitrary: move("release") },
  { weight: 2, arbitrary: move("withdrawal") },
  { weight: 1, arbitrary: move("withdrawal_paid") },
  { weight: 1, arbitrary: move("withdrawal_failed") },
  { weight: 1, arbitrary: move("refund") },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reverse" as const), earlier: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("repeat" as const), earlier: fc.nat() }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const actors = fc.array(fc.array(operation, { minLength: 5, maxLength: 20 }), {
  minLength: 4,
  maxLength: 6,
});

it("keeps every promise whatever several actors do at once", async () => {
  await fc.assert(
    fc.asyncProperty(actors, async (scripts) => {
      const world = await openWorld();
      const watching = watch();
      await Promise.all(scripts.map((script) => act(world, script)));
      await watching.stop();
      await compare(world);
    }),
    { numRuns: RUNS },
  );
}, 300_000);

type Movement = { from: AccountRef; to: AccountRef; micros: bigint };
type World = {
  users: string[];
  campaigns: string[];
  /** The postings that were acknowledged to their callers. */
  posted: { id: string; transaction: NewTransaction; movement: Movement }[];
  reversed: Set<string>;
};

/** Two users and two campaigns that begin with about as much as a few operations move. */
async function openWorld(): Promise<World> {
  const users = [randomUUID(), randomUUID()];
  const campaigns = [randomUUID(), randomUUID()];
  await withTx(db, async (tx) => {
    for (const id of users) await openAccounts(tx, id, ["wallet", "earnings", "in_transit"]);
    for (const id of campaigns) await openAccounts(tx, id, ["escrow"]);
  });
  const world: World = { users, campaigns, posted: [], reversed: new Set() };
  for (const index of [0, 1]) {
    const parties = { user: index, campaign: index };
    await perform(world, { kind: "deposit", micros: 500n, ...parties });
    await perform(world, { kind: "reserve", micros: 300n, ...parties });
    await perform(world, { kind: "click_payout", micros: 100n, ...parties });
  }
  return world;
}

async function act(world: World, script: Operation[]): Promise<void> {
  for (const operation of script) {
    try {
      await perform(world, operation);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "insufficient_funds") throw error;
    }
  }
}

async function perform(world: World, operation: Operation): Promise<void> {
  if (operation.kind === "reverse" || operation.kind === "repeat") {
    const earlier = world.posted[operation.earlier % Math.max(world.posted.length, 1)];
    if (!earlier) return;
    if (operation.kind === "repeat") {
      const again = await withTx(db, (tx) => postTransaction(tx, earlier.transaction));
      expect(again).toEqual({ id: earlier.id, posted: false });
      return;
    }
    const { posted } = await withTx(db, (tx) =>
      reverseTransaction(tx, { transactionId: earlier.id }),
    );
    expect(posted && world.reversed.has(earlier.id)).toBe(false);
    if (posted) world.reversed.add(earlier.id);
    return;
  }
  const movement = movementOf(world, operation);
  const transaction: NewTransaction = {
    kind: operation.kind,
    idempotencyKey: randomUUID(),
    entries: [
      { account: movement.from, micros: -movement.micros },
      { account: movement.to, micros: movement.micros },
    ],
  };
  const { id } = await withTx(db, (tx) => postTransaction(tx, transaction));
  world.posted.push({ id, transaction, movement });
}

function movementOf(world: World, operation: Exclude<Operation, { earlier: number }>): Movement {
  const { micros } = operation;
  const ownerId = world.users[operation.user] ?? "";
  const campaignId = world.campaigns[operation.campaign] ?? "";
  const wallet = { kind: "wallet", ownerId } as const;
  const earnings = { kind: "earnings", ownerId } as const;
  const inTransit = { kind: "in_transit", ownerId } as const;
  const escrow = { kind: "escrow", ownerId: campaignId } as const;
  const clearing = { kind: "stripe_clearing" } as const;
  switch (operation.kind) {
    case "deposit":
      return { from: clearing, to: wallet, micros };
    case "reserve":
      return { from: wallet, to: escrow, micros };
    case "click_payout":
      return { from: escrow, to: earnings, micros };
    case "release":
      return { from: escrow, to: wallet, micros };
    case "withdrawal":
      return { from: earnings, to: inTransit, micros };
    case "withdrawal_paid":
      return { from: inTransit, to: clearing, micros };
    case "withdrawal_failed":
      return { from: inTransit, to: earnings, micros };
    default:
      return { from: wallet, to: clearing, micros };
  }
}

/** Looks at the books all the while: at no moment does anybody see one that is wrong. */
function watch() {
  let over = false;
  const looking = (async () => {
    while (!over) await expectProven();
  })();
  return {
    stop: async () => {
      over = true;
      await looking;
    },
  };
}

async function expectProven(): Promise<void> {
  await withTx(
    db,
    async (tx) => {
      for (const { name, find } of ledgerChecks)
        expect({ name, differences: await find(tx, 5) }).toEqual({ name, differences: [] });
      const [row] = await tx`select sum(balance_micros)::bigint as total from ledger_accounts`;
      expect(row?.total).toBe(0n);
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

async function compare(world: World): Promise<void> {
  await expectProven();
  const expected = new Map<string, bigint>();
  const add = (account: AccountRef, micros: bigint) => {
    if (!("ownerId" in account)) return;
    const key = `${account.kind}:${account.ownerId}`;
    expected.set(key, (expected.get(key) ?? 0n) + micros);
  };
  for (const { id, movement } of world.posted) {
    if (world.reversed.has(id)) continue;
    add(movement.from, -movement.micros);
    add(movement.to, movement.micros);
  }
  const rows = await db.sql<{ key: string; micros: bigint }[]>`
    select kind || ':' || owner_id as key, balance_micros as micros from ledger_accounts
    where owner_id = any (${[...world.users, ...world.campaigns]}::uuid[])`;
  for (const { key, micros } of rows)
    expect({ key, micros }).toEqual({ key, micros: expected.get(key) ?? 0n });
  for (const campaignId of world.campaigns) expectPaidWithinReserved(world, campaignId);
}

function expectPaidWithinReserved(world: World, campaignId: string): void {
  const sum = (kind: TransactionKind) =>
    world.posted
      .filter(({ id, transaction, movement }) => {
        const escrow = kind === "reserve" ? movement.to : movement.from;
        const own = "ownerId" in escrow && escrow.ownerId === campaignId;
        return transaction.kind === kind && own && !world.reversed.has(id);
      })
      .reduce((total, { movement }) => total + movement.micros, 0n);
  expect(sum("click_payout")).toBeLessThanOrEqual(sum("reserve"));
}
