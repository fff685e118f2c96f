import { randomUUID } from "node:crypto";
import { connect, connectAsOwner, type Db, type Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { openLedgerWorld } from "./ledger-world";
import {
  type KeyedMovement,
  type Movement,
  postMovement,
  postOnOneRow,
  postRaw,
  prepareRaw,
} from "./post-movement";

const BATCH_SIZE = 1_000;
const CONNECTIONS = 32;

/**
 * Measures a thousand concurrent deposits and settlements, each a transaction flushed to disk,
 * against two alternatives in alternating rounds: the same rows in tables without triggers or
 * balances, and a ledger with a single row for the platform's account.
 */
export async function benchLedger({ rounds }: { rounds: number }): Promise<void> {
  const world = await openLedgerWorld();
  const db = connect(world.url, { maxTransactions: CONNECTIONS });
  const owner = connectAsOwner(world.ownerUrl);
  try {
    const movements = await world.openAccounts(db, BATCH_SIZE);
    await prepareRaw(owner.sql);
    const contestants = { raw: postRaw, ledger: postMovement, oneRow: postOnOneRow };
    const rates: Record<keyof typeof contestants, number[]> = { raw: [], ledger: [], oneRow: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ["raw", "ledger", "oneRow"] as const) {
        const rate = await ratePerSecond(db, movements, contestants[name]);
        // The first round is a warm-up.
        if (round > 0) rates[name].push(rate);
      }
    }
    const line = (title: string, name: keyof typeof contestants) => {
      const shares = rates[name].map((rate, round) => rate / (rates.raw[round] ?? Number.NaN));
      return [title, show(computeSpread(rates[name]), 0), show(computeSpread(shares))];
    };
    printTable(
      [`${BATCH_SIZE} deposits and settlements, ${CONNECTIONS} connections`, "a second", "share"],
      [
        line("the same rows, without triggers and balances", "raw"),
        line("the ledger", "ledger"),
        line("a ledger with one row for Stripe's money", "oneRow"),
      ],
    );
  } finally {
    await Promise.all([db.end(), owner.end()]);
    await world.close();
  }
}

type Post = (tx: Tx, movement: KeyedMovement) => Promise<void>;

async function ratePerSecond(db: Db, movements: Movement[], post: Post): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    movements.map((movement) => {
      const key = `bench:${randomUUID()}`;
      return withTx(db, (tx) => post(tx, { ...movement, key }));
    }),
  );
  return movements.length / ((performance.now() - startedAt) / 1_000);
}
