import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

/**
 * Counts the disputes of a user's deposits since a time that are open or lost. Won ones, and those
 * that an operator forgave, do not count.
 */
export async function countDisputes(
  db: Queryable,
  { userId, since }: { userId: UserId; since: Date },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* disputes.count */
    select count(*)::int as count
    from deposits d
    join ledger_transactions t on t.reference = 'deposit:' || d.id and t.kind = 'dispute'
    where d.user_id = ${userId} and t.created_at > ${since}
      and t.created_at > coalesce(
        (select pardoned_at from dispute_pardons where user_id = ${userId}), '-infinity')
      and not exists (select from ledger_transactions r where r.reverses = t.id)`;
  return requireRow(row, "the number of disputes").count;
}

type Pardon = { userId: UserId; operatorId: OperatorId; reason: string };

/** Forgives all disputes of a user until now, by the clock that times ledger transactions. */
export async function savePardon(tx: Tx, { userId, operatorId, reason }: Pardon): Promise<void> {
  await tx`
    /* disputes.savePardon */
    insert into dispute_pardons (user_id, pardoned_at, operator_id, reason)
    values (${userId}, now(), ${operatorId}, ${reason})
    on conflict (user_id) do update set pardoned_at = excluded.pardoned_at,
      operator_id = excluded.operator_id, reason = excluded.reason`;
}
