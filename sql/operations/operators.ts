import type { Queryable, Tx } from "../db/client";

export type OperatorRow = { id: string; name: string; scopes: string[] };

export async function findOperatorByToken(
  db: Queryable,
  tokenHash: Uint8Array,
): Promise<OperatorRow | null> {
  const [row] = await db<OperatorRow[]>`
    /* operators.findOperatorByToken */
    select o.id, o.name, t.scopes
    from operator_tokens t join operators o on o.id = t.operator_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null`;
  return row ?? null;
}

export async function findOperatorName(db: Queryable, operatorId: string): Promise<string | null> {
  const [row] = await db<{ name: string }[]>`
    /* operators.findOperatorName */
    select name from operators where id = ${operatorId}`;
  return row?.name ?? null;
}

/** Locks the operator of that name; inserts it if there is none. */
export async function lockOrInsertOperator(
  tx: Tx,
  operator: { id: string; name: string },
): Promise<{ id: string; isNew: boolean }> {
  const [inserted] = await tx`
    /* operators.insertOperator */
    insert into operators (id, name) values (${operator.id}, ${operator.name})
    on conflict (name) do nothing returning id`;
  if (inserted) return { id: operator.id, isNew: true };
  const [existing] = await tx<{ id: string }[]>`
    /* operators.lockOperator */
    select id from operators where name = ${operator.name} for no key update`;
  if (!existing) throw new Error(`The operator ${operator.name} was deleted`);
  return { id: existing.id, isNew: false };
}

export async function insertOperatorToken(
  tx: Tx,
  token: { hash: Uint8Array; operatorId: string; scopes: readonly string[] },
): Promise<void> {
  await tx`
    /* operators.insertOperatorToken */
    insert into operator_tokens (token_hash, operator_id, scopes)
    values (${token.hash}, ${token.operatorId}, ${[...token.scopes]})`;
}

/** Revokes an operator's tokens and returns how many were valid. */
export async function revokeOperatorTokens(
  tx: Tx,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<number> {
  const revoked = await tx`
    /* operators.revokeOperatorTokens */
    update operator_tokens set revoked_at = ${at}
    where operator_id = ${operatorId} and revoked_at is null`;
  return revoked.count;
}
