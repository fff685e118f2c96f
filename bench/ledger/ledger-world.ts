import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase, startDatabase } from "@fairclick/e2e/world/database";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import type { Movement } from "./post-movement";

const ESCROW_MICROS = 1_000_000_000n;

/** Starts a database with our schema that flushes to disk. */
export async function openLedgerWorld() {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-bench-"));
  const database = await startDatabase(folder);
  await prepareDatabase(database);
  return {
    url: database.urlFor("fairclick"),
    ownerUrl: database.urlFor("fairclick_owner"),
    openAccounts: openMovements,
    close: async () => {
      await database.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Opens accounts for `count` movements, half deposits and half settlements. No two share a user or
 * a campaign.
 */
async function openMovements(db: Db, count: number): Promise<Movement[]> {
  return withTx(db, async (tx) => {
    const movements: Movement[] = [];
    for (let n = 0; n < count; n += 1) {
      const to = randomUUID();
      const from = n % 2 === 0 ? null : randomUUID();
      await openAccounts(tx, to, ["wallet", "earnings"]);
      if (from) await openAccounts(tx, from, ["escrow"]);
      movements.push({ kind: from ? "click_payout" : "deposit", from, to });
    }
    const escrows = movements.flatMap(({ from }) => from ?? []);
    await postTransaction(tx, {
      kind: "deposit",
      idempotencyKey: "bench:budgets",
      entries: [
        { account: { kind: "stripe_clearing" }, micros: -ESCROW_MICROS * BigInt(escrows.length) },
        ...escrows.map((ownerId) => ({
          account: { kind: "escrow" as const, ownerId },
          micros: ESCROW_MICROS,
        })),
      ],
    });
    return movements;
  });
}
