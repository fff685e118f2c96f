import type { WithdrawalId } from "@fairclick/core/ids";
import type { UnprovedPayout } from "@fairclick/core/money/withdrawals";
import type { Tx } from "../db/client";
import { requireRow } from "../db/require-row";

/** Arbitrary. */
const BRAKE_LOCK = 5_318_010;

/** Only one transaction at a time decides whether unproved money may leave. */
export async function lockUnprovedPayouts(tx: Tx): Promise<void> {
  await tx`/* unprovedPayouts.lock */ select pg_advisory_xact_lock(${BRAKE_LOCK})`;
}

type Carried = {
  /** Unproved money of payments younger than `paidAfter`. */
  unprovedMicros: bigint;
  /** Whether a dispute keeps the money of one of the payments now. */
  isDisputed: boolean;
};

export async function getCarried(
  tx: Tx,
  { withdrawalId, paidAfter, now }: { withdrawalId: string; paidAfter: Date; now: Date },
): Promise<Carried> {
  const [row] = await tx<Carried[]>`
    /* unprovedPayouts.getCarried */
    select coalesce(-sum(e.micros) filter (where l.proved_by is null and l.created_at > ${paidAfter}), 0)::bigint
        as "unprovedMicros",
      coalesce(bool_or(l.frozen_until > ${now}), false) as "isDisputed"
    from ledger_transactions t
    join ledger_lot_entries e on e.transaction_id = t.id and e.micros < 0
    join ledger_lots l on l.id = e.lot_id
    where t.idempotency_key = ${`withdrawal:${withdrawalId}`}`;
  return requireRow(row, "what a withdrawal carries");
}

type Period = {
  /** Payouts since then count if their payment was disputed and not won. */
  disputedSince: Date;
  since: Date;
  paidAfter: Date;
};

/**
 * Lists unproved money that has left or is about to. A withdrawal that waits for its review counts, so
 * that several of them do not exceed the limit when they are released. One that failed, or that an operator
 * or the brake itself holds, does not. Payouts count since `since` if the payment is younger than
 * `paidAfter`.
 */
export async function listUnprovedPayouts(
  tx: Tx,
  { disputedSince, since, paidAfter }: Period,
): Promise<UnprovedPayout[]> {
  return tx<UnprovedPayout[]>`
    /* unprovedPayouts.list */
    select coalesce(w.completed_at, w.requested_at) as at, l.frozen_until is not null as disputed,
      -sum(e.micros)::bigint as micros
    from withdrawals w
    join ledger_transactions t on t.idempotency_key = 'withdrawal:' || w.id
    join ledger_lot_entries e on e.transaction_id = t.id and e.micros < 0
    join ledger_lots l on l.id = e.lot_id and l.proved_by is null
    where (w.status = 'completed' or (w.status = 'pending'
        and (w.held_at is null or not w.hold_kinds && '{unproved,disputed}')))
      and coalesce(w.completed_at, w.requested_at) > ${disputedSince}
      and (l.frozen_until is not null
        or (coalesce(w.completed_at, w.requested_at) > ${since} and l.created_at > ${paidAfter}))
    group by w.id, l.frozen_until is not null`;
}

/** Returns withdrawals that the brake holds until `at` at most, oldest first. Skips those that others have locked. */
export async function lockBraked(
  tx: Tx,
  { at, limit }: { at: Date; limit: number },
): Promise<{ id: WithdrawalId }[]> {
  return tx<{ id: WithdrawalId }[]>`
    /* unprovedPayouts.lockBraked */
    select id from withdrawals
    where hold_kinds = '{unproved}' and hold_until <= ${at} and status = 'pending'
    order by requested_at, id limit ${limit} for no key update skip locked`;
}

type Hold = {
  id: string;
  reason: string;
  kinds: readonly string[];
  until: Date | null;
};

/** Changes why and until when a withdrawal waits. */
export async function extendHold(tx: Tx, { id, reason, kinds, until }: Hold): Promise<void> {
  await tx`
    /* unprovedPayouts.extendHold */
    update withdrawals
    set hold_reason = ${reason}, hold_kinds = ${[...kinds]}::text[], hold_until = ${until}
    where id = ${id}`;
}
