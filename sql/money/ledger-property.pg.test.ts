import { randomUUID } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withTx } from "../db/tx";
import { checkDuring } from "../testing/check-during";
import { createTestDatabase } from "../testing/test-database";
import { ledgerChecks } from "./book-checks";
import {
  type AccountRef,
  type Entry,
  type NewTransaction,
  openAccounts,
  payoutEntries,
  postTransaction,
  reverseTransaction,
  type TransactionKind,
} from "./ledger";
import { everything } from "./proof-scope";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 25);
const { db } = await createTestDatabase();

const amount = fc.bigInt({ min: 1n, max: 100n });
const which = fc.nat(1);
const move = (kind: Exclude<TransactionKind, "click_payout">) =>
  fc.record({ kind: fc.constant(kind), micros: amount, user: which, campaign: which });

const operation = fc.oneof(
  { weight: 3, arbitrary: move("deposit") },
  { weight: 3, arbitrary: move("reserve") },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("click_payout" as const),
      clicks: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2)),
      campaign: which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("change_price" as const),
      micros: fc.bigInt({ min: 1n, max: 30n }),
      campaign: which,
    }),
  },
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
      await checkDuring(expectProven, () =>
        Promise.all(scripts.map((script) => act(world, script))),
      );
      await compare(world);
    }),
    { numRuns: RUNS },
  );
});

/** What a posting is to add to each account; negative amounts leave it. */
type Movement = { account: AccountRef; micros: bigint }[];
type World = {
  users: string[];
  /** The fee per click is fixed, the price changes. */
  campaigns: { id: string; priceMicros: bigint; feeMicros: bigint }[];
  /** The postings that were acknowledged to their callers. */
  posted: { id: string; transaction: NewTransaction; movement: Movement }[];
  reversed: Set<string>;
};

/** Two users and two campaigns that begin with about as much as a few operations move. */
async function openWorld(): Promise<World> {
  const users = [randomUUID(), randomUUID()];
  const campaigns = [0n, 7n].map((feeMicros) => ({
    id: randomUUID(),
    priceMicros: 20n,
    feeMicros,
  }));
  await withTx(db, async (tx) => {
    for (const id of users) await openAccounts(tx, id, ["wallet", "earnings", "in_transit"]);
    for (const { id } of campaigns) await openAccounts(tx, id, ["escrow"]);
  });
  const world: World = { users, campaigns, posted: [], reversed: new Set() };
  for (const index of [0, 1]) {
    const parties = { user: index, campaign: index };
    await perform(world, { kind: "deposit", micros: 500n, ...parties });
    await perform(world, { kind: "reserve", micros: 300n, ...parties });
    await perform(world, { kind: "click_payout", clicks: [3, 2], campaign: index });
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
  const campaign = world.campaigns[operation.campaign];
  if (!campaign) return;
  if (operation.kind === "change_price") {
    campaign.priceMicros = operation.micros;
    return;
  }
  const { movement, entries } =
    operation.kind === "click_payout" ? makePayout(world, operation) : makeMove(world, operation);
  const transaction: NewTransaction = {
    kind: operation.kind,
    idempotencyKey: randomUUID(),
    entries,
  };
  const { id } = await withTx(db, (tx) => postTransaction(tx, transaction));
  world.posted.push({ id, transaction, movement });
}

type Payout = Extract<Operation, { kind: "click_payout" }>;
type Move = Exclude<Operation, { earlier: number } | { kind: "click_payout" | "change_price" }>;
type Posting = { movement: Movement; entries: Entry[] };

/** The product's entries for clicks of both users, beside what they are to move. */
function makePayout(world: World, { clicks, campaign: index }: Payout): Posting {
  const campaign = world.campaigns[index];
  if (!campaign) throw new Error("There is no such campaign");
  const { id: campaignId, priceMicros, feeMicros } = campaign;
  const creators = world.users.flatMap((creatorId, user) => {
    const count = clicks[user] ?? 0;
    return count > 0 ? [{ creatorId, clicks: count }] : [];
  });
  const total = creators.reduce((sum, creator) => sum + BigInt(creator.clicks), 0n);
  const movement: Movement = [
    ...creators.map((creator) => ({
      account: { kind: "earnings" as const, ownerId: creator.creatorId },
      micros: BigInt(creator.clicks) * priceMicros,
    })),
    { account: { kind: "fees" }, micros: total * feeMicros },
    {
      account: { kind: "escrow", ownerId: campaignId },
      micros: -total * (priceMicros + feeMicros),
    },
  ];
  return { movement, entries: payoutEntries({ campaignId, priceMicros, feeMicros, creators }) };
}

function makeMove(world: World, operation: Move): Posting {
  const { micros } = operation;
  const ownerId = world.users[operation.user] ?? "";
  const campaignId = world.campaigns[operation.campaign]?.id ?? "";
  const wallet = { kind: "wallet", ownerId } as const;
  const earnings = { kind: "earnings", ownerId } as const;
  const inTransit = { kind: "in_transit", ownerId } as const;
  const escrow = { kind: "escrow", ownerId: campaignId } as const;
  const clearing = { kind: "stripe_clearing" } as const;
  const between = (from: AccountRef, to: AccountRef): Posting => {
    const movement = [
      { account: from, micros: -micros },
      { account: to, micros },
    ];
    return { movement, entries: movement };
  };
  switch (operation.kind) {
    case "deposit":
      return between(clearing, wallet);
    case "reserve":
      return between(wallet, escrow);
    case "release":
      return between(escrow, wallet);
    case "withdrawal":
      return between(earnings, inTransit);
    case "withdrawal_paid":
      return between(inTransit, clearing);
    case "withdrawal_failed":
      return between(inTransit, earnings);
    default:
      return between(wallet, clearing);
  }
}

async function expectProven(): Promise<void> {
  await withTx(
    db,
    async (tx) => {
      for (const { name, find } of ledgerChecks)
        expect({ name, differences: await find(tx, { limit: 5, scope: everything }) }).toEqual({
          name,
          differences: [],
        });
      const [row] = await tx`select sum(balance_micros)::bigint as total from ledger_accounts`;
      expect(row?.total).toBe(0n);
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

async function compare(world: World): Promise<void> {
  await expectProven();
  const expected = new Map<string, bigint>();
  const counted = world.posted.filter(({ id }) => !world.reversed.has(id));
  for (const { account, micros } of counted.flatMap(({ movement }) => movement)) {
    const key = "ownerId" in account ? `${account.kind}:${account.ownerId}` : account.kind;
    expected.set(key, (expected.get(key) ?? 0n) + micros);
  }
  const owners = [...world.users, ...world.campaigns.map(({ id }) => id)];
  const rows = await db.sql<{ key: string; micros: bigint }[]>`
    select kind || ':' || owner_id as key, balance_micros as micros from ledger_accounts
    where owner_id = any (${owners}::uuid[])
    union all
    select 'fees', coalesce(sum(e.micros), 0)::bigint from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
    where e.transaction_id = any (${counted.map(({ id }) => id)}::uuid[])`;
  for (const { key, micros } of rows)
    expect({ key, micros }).toEqual({ key, micros: expected.get(key) ?? 0n });
  for (const { id } of world.campaigns) expectPaidWithinReserved(world, id);
}

function expectPaidWithinReserved(world: World, campaignId: string): void {
  const sum = (kind: TransactionKind) =>
    world.posted
      .filter(({ id, transaction }) => transaction.kind === kind && !world.reversed.has(id))
      .flatMap(({ movement }) => movement)
      .filter(({ account }) => "ownerId" in account && account.ownerId === campaignId)
      .reduce((total, { micros }) => total + micros, 0n);
  expect(-sum("click_payout")).toBeLessThanOrEqual(sum("reserve"));
}
