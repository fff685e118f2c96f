import type { OperatorId } from "@fairclick/core/ids";
import type { Tx } from "../db/client";

export type ReversalSum = { at: Date; micros: bigint };

/**
 * Returns what the operator took back after a time, oldest first. Waits for concurrent reversals of the
 * same operator.
 */
export async function lockReversalSums(
  tx: Tx,
  { operatorId, since }: { operatorId: OperatorId; since: Date },
): Promise<ReversalSum[]> {
  await tx`
    /* reversalSums.lockOperator */
    select pg_advisory_xact_lock(hashtextextended(${`reversals:${operatorId}`}, 0))`;
  return tx<ReversalSum[]>`
    /* reversalSums.list */
    select at, micros from reversal_sums
    where operator_id = ${operatorId} and at > ${since} order by at`;
}

export async function insertReversalSum(
  tx: Tx,
  { id, operatorId, at, micros }: { id: string; operatorId: OperatorId; at: Date; micros: bigint },
): Promise<void> {
  await tx`
    /* reversalSums.insert */
    insert into reversal_sums (id, operator_id, at, micros)
    values (${id}, ${operatorId}, ${at}, ${micros})`;
}
