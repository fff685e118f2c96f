import type { UserId } from "@fairclick/core/ids";
import type { Lot, Proof } from "@fairclick/core/money/lots";
import type { Queryable, Tx } from "../db/client";

/** The platform's own money has no deposit. */
export type HeldLot = Lot & { reference: string | null; micros: bigint };

/**
 * Returns the lots of a user's earnings that may have to wait: younger than `after` and unproved, or
 * frozen at `now`. Oldest first.
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

/** Freezes a deposit's money until a time, or for ever (`infinity`); null unfreezes it. */
export async function freezeLot(
  tx: Tx,
  { reference, until }: { reference: string; until: Date | "infinity" | null },
): Promise<void> {
  const text = until instanceof Date ? until.toISOString() : until;
  await tx`
    /* lots.freeze */
    update ledger_lots set frozen_until = ${text}::text::timestamptz where reference = ${reference}`;
}

/** A lot of a withdrawal. `deposit` is null for the platform's own money. */
export type TracedLot = {
  lotId: string;
  micros: bigint;
  deposit: {
    id: string;
    userId: string;
    username: string;
    amountMicros: bigint;
    paidAt: Date;
    cardBrand: string | null;
    cardLast4: string | null;
    provedBy: Proof | null;
    disputed: boolean;
  } | null;
};

type TracedRow = Omit<TracedLot, "deposit"> & Partial<NonNullable<TracedLot["deposit"]>>;

/** Returns the lots that a withdrawal took from the earnings, oldest first. */
export async function listWithdrawalLots(
  db: Queryable,
  { withdrawalId }: { withdrawalId: string },
): Promise<TracedLot[]> {
  const rows = await db<TracedRow[]>`
    /* lots.listOfWithdrawal */
    select e.lot_id as "lotId", -e.micros as micros, d.id, d.user_id as "userId", u.username,
      d.amount_micros as "amountMicros", d.completed_at as "paidAt", d.card_brand as "cardBrand",
      d.card_last4 as "cardLast4", l.proved_by as "provedBy", l.frozen_until is not null as disputed
    from ledger_transactions t
    join ledger_lot_entries e on e.transaction_id = t.id and e.micros < 0
    join ledger_lots l on l.id = e.lot_id
    left join deposits d on 'deposit:' || d.id = l.reference
    left join users u on u.id = d.user_id
    where t.idempotency_key = ${`withdrawal:${withdrawalId}`}
    order by l.created_at, l.id`;
  return rows.map(({ lotId, micros, id, ...deposit }) => ({
    lotId,
    micros,
    deposit: id ? ({ id, ...deposit } as NonNullable<TracedLot["deposit"]>) : null,
  }));
}

export type LotCampaign = { lotId: string; campaignId: string; name: string; micros: bigint };

/** Returns how much each campaign paid a creator from these lots, largest first, at most `limit`. */
export async function listLotCampaigns(
  db: Queryable,
  { userId, lotIds, limit }: { userId: string; lotIds: readonly string[]; limit: number },
): Promise<LotCampaign[]> {
  return db<LotCampaign[]>`
    /* lots.listCampaigns */
    select p.lot_id as "lotId", c.id as "campaignId", c.name, p.micros
    from (
      select e.lot_id, t.reference, sum(e.micros)::bigint as micros
      from ledger_accounts a
      join ledger_lot_entries e on e.account_id = a.id and e.lot_id = any (${[...lotIds]}::uuid[])
      join ledger_transactions t on t.id = e.transaction_id
      where a.kind = 'earnings' and a.owner_id = ${userId} and a.shard = 0 and t.kind = 'click_payout'
      group by e.lot_id, t.reference
    ) p
    join campaigns c on 'campaign:' || c.id = p.reference
    order by p.micros desc, c.id limit ${limit}`;
}
