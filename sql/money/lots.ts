import type { UserId } from "@fairclick/core/ids";
import type { Lot, Proof } from "@fairclick/core/money/lot-terms";
import type { Queryable, Tx } from "../db/client";

/** The platform's own money has no deposit. */
export type HeldLot = Lot & { reference: string | null; micros: bigint };

/**
 * Returns the lots of a user's earnings that are not surely free: younger than `after` and unproved,
 * or frozen after `now`; oldest first.
 */
export async function listDoubtfulLots(
  db: Queryable,
  { userId, after, now }: { userId: UserId; after: Date; now: Date },
): Promise<HeldLot[]> {
  return db<HeldLot[]>`
    /* lots.listDoubtful */
    select l.reference, b.micros, l.created_at as "paidAt", l.proved_by as "provedBy",
      extract(epoch from l.frozen_until)::float8 * 1000 as "frozenUntilMs"
    from ledger_accounts a
    join ledger_lot_balances b on b.account_id = a.id
    join ledger_lots l on l.id = b.lot_id
    where a.kind = 'earnings' and a.owner_id = ${userId} and a.shard = 0
      and (l.frozen_until > ${now} or (l.proved_by is null and l.created_at > ${after}))
    order by l.created_at, l.id`;
}

export async function proveLot(
  tx: Tx,
  { reference, provedBy }: { reference: string; provedBy: Proof },
): Promise<void> {
  await tx`
    /* lots.prove */
    update ledger_lots set proved_by = ${provedBy} where reference = ${reference}`;
}

/** Freezes a deposit's money until that time, `infinity` without an end; null ends it. */
export async function freezeLot(
  tx: Tx,
  { reference, until }: { reference: string; until: Date | "infinity" | null },
): Promise<void> {
  const text = until instanceof Date ? until.toISOString() : until;
  await tx`
    /* lots.freeze */
    update ledger_lots set frozen_until = ${text}::text::timestamptz where reference = ${reference}`;
}
