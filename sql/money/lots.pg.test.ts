import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { withTx } from "../db/tx";
import { createTestDatabase } from "../testing/test-database";
import {
  type AccountRef,
  openAccounts,
  postTransaction,
  postTransactions,
  reverseTransaction,
  type TransactionKind,
} from "./ledger";

const { db, owner } = await createTestDatabase();

const clearing = { kind: "stripe_clearing" } as const;
const losses = { kind: "losses" } as const;

let developer: string;
let creator: string;
let campaign: string;
let wallet: AccountRef;
let escrow: AccountRef;
let earnings: AccountRef;
let inTransit: AccountRef;
/** Names of lots by their id. */
let names: Map<string, string>;

beforeEach(async () => {
  [developer, creator, campaign] = [randomUUID(), randomUUID(), randomUUID()];
  wallet = { kind: "wallet", ownerId: developer };
  escrow = { kind: "escrow", ownerId: campaign };
  earnings = { kind: "earnings", ownerId: creator };
  inTransit = { kind: "in_transit", ownerId: creator };
  names = new Map([["00000000-0000-0000-0000-000000000000", "platform"]]);
  await withTx(db, async (tx) => {
    await openAccounts(tx, developer, ["wallet"]);
    await openAccounts(tx, campaign, ["escrow"]);
    await openAccounts(tx, creator, ["earnings", "in_transit", "debt"]);
  });
});

type Move = { from: AccountRef; to: AccountRef; micros: bigint; reference?: string };

function move(kind: TransactionKind, { from, to, micros, reference }: Move) {
  return post(
    kind,
    [
      [from, -micros],
      [to, micros],
    ],
    reference,
  );
}

async function post(kind: TransactionKind, lines: [AccountRef, bigint][], reference?: string) {
  const entries = lines.map(([account, micros]) => ({ account, micros }));
  const { id } = await withTx(db, (tx) =>
    postTransaction(tx, {
      kind,
      idempotencyKey: randomUUID(),
      entries,
      ...(reference ? { reference } : {}),
    }),
  );
  return id;
}

/** Returns the deposit's reference. */
async function deposit(name: string, micros: bigint): Promise<string> {
  const reference = `deposit:${randomUUID()}`;
  names.set(await move("deposit", { from: clearing, to: wallet, micros, reference }), name);
  return reference;
}

async function lots(account: AccountRef): Promise<Record<string, bigint>> {
  const rows = await db.sql<{ lotId: string; micros: bigint }[]>`
    select b.lot_id as "lotId", b.micros from ledger_lot_balances b
    join ledger_accounts a on a.id = b.account_id
    where a.kind = ${account.kind} and a.owner_id = ${"ownerId" in account ? account.ownerId : null}`;
  return Object.fromEntries(rows.map(({ lotId, micros }) => [names.get(lotId), micros]));
}

it("carries lots on, first in, first out, from the card to the bank", async () => {
  await deposit("first", 10n);
  await deposit("second", 10n);
  await move("reserve", { from: wallet, to: escrow, micros: 15n });
  expect(await lots(wallet)).toEqual({ second: 5n });
  expect(await lots(escrow)).toEqual({ first: 10n, second: 5n });
  await move("click_payout", { from: escrow, to: earnings, micros: 12n });
  expect(await lots(escrow)).toEqual({ second: 3n });
  await move("withdrawal", { from: earnings, to: inTransit, micros: 11n });
  expect(await lots(earnings)).toEqual({ second: 1n });
  expect(await lots(inTransit)).toEqual({ first: 10n, second: 1n });
  await move("withdrawal_paid", { from: inTransit, to: clearing, micros: 11n });
  expect(await lots(inTransit)).toEqual({});
  await move("release", { from: escrow, to: wallet, micros: 3n });
  expect(await lots(wallet)).toEqual({ second: 8n });
});

it("splits what one campaign pays among its creators, in several campaigns at once", async () => {
  const other = randomUUID();
  const otherEscrow = { kind: "escrow", ownerId: other } as const;
  const otherEarnings = { kind: "earnings", ownerId: developer } as const;
  await withTx(db, async (tx) => {
    await openAccounts(tx, other, ["escrow"]);
    await openAccounts(tx, developer, ["earnings"]);
  });
  await deposit("first", 4n);
  await move("reserve", { from: wallet, to: escrow, micros: 4n });
  await deposit("second", 20n);
  await move("reserve", { from: wallet, to: escrow, micros: 6n });
  await move("reserve", { from: wallet, to: otherEscrow, micros: 14n });
  const payout = (from: AccountRef, to: [AccountRef, bigint][]) => ({
    id: randomUUID(),
    kind: "click_payout" as const,
    idempotencyKey: randomUUID(),
    entries: [
      { account: from, micros: -to.reduce((sum, [, micros]) => sum + micros, 0n) },
      ...to.map(([account, micros]) => ({ account, micros })),
    ],
  });
  await withTx(db, (tx) =>
    postTransactions(tx, [
      payout(escrow, [
        [earnings, 3n],
        [otherEarnings, 5n],
      ]),
      payout(otherEscrow, [
        [earnings, 1n],
        [otherEarnings, 2n],
      ]),
    ]),
  );
  const paid = [await lots(earnings), await lots(otherEarnings)];
  const sum = (name: string) => paid.reduce((total, each) => total + (each[name] ?? 0n), 0n);
  expect([sum("first"), sum("second")]).toEqual([4n, 7n]);
  expect(await lots(escrow)).toEqual({ second: 2n });
  expect(await lots(otherEscrow)).toEqual({ second: 11n });
});

it("spends proved money first and disputed money last", async () => {
  const disputed = await deposit("disputed", 5n);
  await deposit("plain", 5n);
  const proved = await deposit("proved", 5n);
  await db.sql`update ledger_lots set frozen_until = 'infinity' where reference = ${disputed}`;
  await db.sql`update ledger_lots set proved_by = 'three_d_secure' where reference = ${proved}`;
  await move("reserve", { from: wallet, to: escrow, micros: 7n });
  expect(await lots(wallet)).toEqual({ disputed: 5n, plain: 3n });
});

it("takes a refund or dispute from the wallet's own lot of that deposit first", async () => {
  await deposit("first", 10n);
  const reference = await deposit("second", 10n);
  const id = await post(
    "dispute",
    [
      [clearing, 13n],
      [wallet, -12n],
      [losses, -1n],
    ],
    reference,
  );
  expect(await lots(wallet)).toEqual({ first: 8n });
  await withTx(db, (tx) => reverseTransaction(tx, { transactionId: id }));
  expect(await lots(wallet)).toEqual({ first: 10n, second: 10n });
});

it("returns the lots of a withdrawal that comes back, in parts as well", async () => {
  await deposit("first", 4n);
  await deposit("second", 20n);
  await move("reserve", { from: wallet, to: escrow, micros: 24n });
  await move("click_payout", { from: escrow, to: earnings, micros: 14n });
  const reference = `withdrawal:${randomUUID()}`;
  await move("withdrawal", { from: earnings, to: inTransit, micros: 10n, reference });
  await move("withdrawal_paid", { from: inTransit, to: clearing, micros: 10n, reference });
  await deposit("third", 5n);
  const back = { from: clearing, to: earnings, reference };
  await move("withdrawal_failed", { ...back, micros: 3n });
  await move("withdrawal_failed", { ...back, micros: 7n });
  expect(await lots(earnings)).toEqual({ first: 4n, second: 10n });
});

it("returns the lots of reversed clicks to their campaign, and fills a debt with the platform's", async () => {
  await deposit("honest", 10n);
  await move("reserve", { from: wallet, to: escrow, micros: 10n });
  const other = randomUUID();
  const otherEscrow = { kind: "escrow", ownerId: other } as const;
  await withTx(db, (tx) => openAccounts(tx, other, ["escrow"]));
  await deposit("stolen", 10n);
  await move("reserve", { from: wallet, to: otherEscrow, micros: 10n });
  await move("click_payout", { from: escrow, to: earnings, micros: 6n });
  await move("click_payout", { from: otherEscrow, to: earnings, micros: 6n });
  await post("click_reversal", [
    [earnings, -5n],
    [otherEscrow, 5n],
  ]);
  expect(await lots(otherEscrow)).toEqual({ stolen: 9n });
  expect(await lots(earnings)).toEqual({ honest: 6n, stolen: 1n });
  await move("withdrawal", { from: earnings, to: inTransit, micros: 7n });
  const debt = { kind: "debt", ownerId: creator } as const;
  await post("click_reversal", [
    [debt, -1n],
    [otherEscrow, 1n],
  ]);
  expect(await lots(otherEscrow)).toEqual({ stolen: 9n, platform: 1n });
});

it("refuses a posting that an account's lots do not cover", async () => {
  await deposit("only", 10n);
  await owner`alter table ledger_lot_balances disable trigger user`;
  await owner`
    delete from ledger_lot_balances b using ledger_accounts a
    where a.id = b.account_id and a.owner_id = ${developer}`;
  await owner`alter table ledger_lot_balances enable trigger user`;
  await expect(move("reserve", { from: wallet, to: escrow, micros: 1n })).rejects.toMatchObject({
    constraint_name: "ledger_lots_cover",
  });
});
