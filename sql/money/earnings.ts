import type { CampaignId, DepositId, UserId } from "@fairclick/core/ids";
import type { Lot, Proof } from "@fairclick/core/money/lots";
import { priceAt } from "../campaigns/prices";
import type { ClickSums } from "../clicks/figures";
import { type Queryable, requireRow, type Tx } from "../db/client";

export type CampaignEarningsRow = ClickSums & {
  id: CampaignId;
  name: string;
  payoutMicros: bigint;
  /** Pending clicks of all days. */
  pending: bigint;
};

/** Lists every campaign that the user joined with its clicks since `from`, most earnings first. */
export async function listCampaignEarnings(
  db: Queryable,
  { userId, from, limit }: { userId: UserId; from: Date; limit: number },
): Promise<CampaignEarningsRow[]> {
  return db<CampaignEarningsRow[]>`
    /* earnings.listCampaigns */
    select c.id, c.name, ${priceAt(db, db`c.id`, db`now()`)} as payout_micros, n.*,
      (select count(*) from pending_clicks p
        where p.campaign_id = c.id and p.creator_id = ${userId}) as pending
    from links l
    join campaigns c on c.id = l.campaign_id
    cross join lateral (
      select coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(invalid), 0)::bigint as invalid,
        coalesce(sum(held), 0)::bigint as held, coalesce(sum(unpaid), 0)::bigint as unpaid,
        coalesce(sum(paid_micros), 0)::bigint as micros
      from click_quarters q
      where q.campaign_id = c.id and q.creator_id = ${userId} and q.starts_at >= ${from}
    ) n
    where l.creator_id = ${userId}
    order by n.micros desc, n.valid desc, l.joined_at desc limit ${limit}`;
}

export type UndecidedRow = { pendingMicros: bigint; heldMicros: bigint };

/** Returns the prices of the user's pending and held clicks. */
export async function getUndecided(db: Queryable, userId: UserId): Promise<UndecidedRow> {
  const [row] = await db<UndecidedRow[]>`
    /* earnings.getUndecided */
    select
      (select coalesce(sum(${priceAt(db, db`p.campaign_id`, db`p.clicked_at`)}), 0) from links l
        join pending_clicks p on p.campaign_id = l.campaign_id and p.creator_id = l.creator_id
        where l.creator_id = ${userId})::bigint as pending_micros,
      (select coalesce(sum(held_micros), 0) from link_outcomes
        where creator_id = ${userId})::bigint as held_micros`;
  return requireRow(row, "a creator's undecided clicks");
}

/**
 * Returns what open findings about a creator keep waiting, and confirmed ones with clicks to be reversed; at
 * most the balance.
 */
export async function sumUnderReview(db: Queryable, creatorId: UserId): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* earnings.sumUnderReview */
    select least(coalesce(sum(waiting_micros), 0), coalesce((
      select balance_micros from ledger_accounts where kind = 'earnings' and owner_id = ${creatorId}
    ), 0))::bigint as micros
    from link_findings
    where creator_id = ${creatorId} and finished_at is null and state in ('open', 'confirmed')`;
  return row?.micros ?? 0n;
}

/** The platform's own money has no deposit. */
export type HeldLot = Lot & { reference: string | null; micros: bigint };

/**
 * Returns the lots of a user's earnings that may have to wait: younger than `after` and unproved, or
 * frozen at `now`. The platform's own money is as old as its last arrival here. Oldest first.
 */
export async function listDoubtfulLots(
  db: Queryable,
  { userId, after, now }: { userId: UserId; after: Date; now: Date },
): Promise<HeldLot[]> {
  return db<HeldLot[]>`
    /* lots.listDoubtful */
    select l.reference, b.micros, p.paid_at, l.proved_by,
      extract(epoch from l.frozen_until)::float8 * 1000 as frozen_until_ms
    from ledger_accounts a
    join ledger_lot_balances b on b.account_id = a.id
    join ledger_lots l on l.id = b.lot_id
    cross join lateral (
      select case when l.reference is not null then l.created_at else (
        select max(t.created_at) from ledger_lot_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = a.id and e.lot_id = l.id and e.micros > 0
      ) end as paid_at
    ) p
    where a.kind = 'earnings' and a.owner_id = ${userId} and a.shard = 0
      and (l.frozen_until > ${now} or (l.proved_by is null and p.paid_at > ${after}))
    order by p.paid_at, l.id`;
}

export async function proveLot(
  tx: Tx,
  { reference, provedBy }: { reference: string; provedBy: Proof },
): Promise<void> {
  await tx`
    /* lots.prove */
    update ledger_lots set proved_by = ${provedBy} where reference = ${reference}`;
}

/**
 * Takes the proof from the money that only the age of a deposit's card proves, in all accounts. Call
 * it when something speaks against the card; with `ifShared`, it does so only if the card paid in
 * another account too.
 */
export async function unproveCard(
  tx: Tx,
  { depositId, ifShared }: { depositId: DepositId; ifShared?: boolean },
): Promise<void> {
  await tx`
    /* lots.unproveCard */
    update ledger_lots set proved_by = null
    where proved_by = 'known_card' and reference in (
      select 'deposit:' || same.id from deposits d
      join deposits same on same.card_fingerprint = d.card_fingerprint
      where d.id = ${depositId} and (not ${ifShared ?? false}::boolean or exists (
        select from deposits other where other.card_fingerprint = d.card_fingerprint
          and other.user_id <> d.user_id and other.status = 'completed'))
    )`;
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
    select e.lot_id, -e.micros as micros, d.id, d.user_id, u.username,
      d.amount_micros, d.completed_at as paid_at, d.card_brand,
      d.card_last4, l.proved_by, l.frozen_until is not null as disputed
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
    select p.lot_id, c.id as campaign_id, c.name, p.micros
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
