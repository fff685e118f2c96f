import { isValidOperatorToken } from "../accounts/keys";
import type { Queryable, Tx } from "../db/client";

export type OperatorRow = {
  id: string;
  name: string;
  scopes: string[];
  /** Null if the token does not expire. */
  expiresAt: Date | null;
};

/** Returns the operator of a valid token; null if there is none. Records the use at most once per hour. */
export async function findOperatorByToken(
  db: Queryable,
  tokenHash: Uint8Array,
): Promise<OperatorRow | null> {
  const [row] = await db<(OperatorRow & { isTouched: boolean })[]>`
    /* operators.findOperatorByToken */
    select o.id, o.name, t.scopes, t.expires_at,
      coalesce(t.last_used_at > now() - interval '1 hour', false) as is_touched
    from operator_tokens t join operators o on o.id = t.operator_id
    where t.token_hash = ${tokenHash} and ${isValidOperatorToken(db)}`;
  if (!row) return null;
  const { isTouched, ...operator } = row;
  if (!isTouched) {
    await db`
      /* operators.touchToken */
      update operator_tokens set last_used_at = now() where token_hash = ${tokenHash}`;
  }
  return operator;
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

type NewToken = {
  hash: Uint8Array;
  operatorId: string;
  scopes: readonly string[];
  expiresAt: Date | null;
};

/** Returns false if a token with this hash exists, valid or not. */
export async function insertOperatorToken(tx: Tx, token: NewToken): Promise<boolean> {
  const inserted = await tx`
    /* operators.insertOperatorToken */
    insert into operator_tokens (token_hash, operator_id, scopes, expires_at)
    values (${token.hash}, ${token.operatorId}, ${[...token.scopes]}, ${token.expiresAt})
    on conflict (token_hash) do nothing`;
  return inserted.count === 1;
}

/** Revokes an operator's tokens and returns how many were valid. */
export async function revokeOperatorTokens(
  tx: Tx,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<number> {
  const revoked = await tx`
    /* operators.revokeOperatorTokens */
    update operator_tokens t set revoked_at = ${at}
    where operator_id = ${operatorId} and ${isValidOperatorToken(tx)}`;
  return revoked.count;
}

/** Returns false if the token was revoked already. */
export async function revokeOperatorToken(
  tx: Tx,
  { hash, at }: { hash: Uint8Array; at: Date },
): Promise<boolean> {
  const revoked = await tx`
    /* operators.revokeOperatorToken */
    update operator_tokens set revoked_at = ${at}
    where token_hash = ${hash} and revoked_at is null`;
  return revoked.count === 1;
}

export type ListedToken = {
  operatorId: string;
  operator: string;
  /** The first 8 hex digits of the token's hash. */
  token: string;
  hash: Uint8Array;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

const MAX_TOKENS = 1_000;

/** Lists valid tokens by operator, newest first. `name` selects one operator. */
export async function listOperatorTokens(
  db: Queryable,
  { name = null }: { name?: string | null } = {},
): Promise<ListedToken[]> {
  return db<ListedToken[]>`
    /* operators.listTokens */
    select o.id as operator_id, o.name as operator, t.token_hash as hash, t.scopes,
      left(encode(t.token_hash, 'hex'), 8) as token, t.created_at,
      t.expires_at, t.last_used_at
    from operators o join operator_tokens t on t.operator_id = o.id
    where ${isValidOperatorToken(db)} and (${name}::text is null or o.name = ${name})
    order by o.name, t.created_at desc, t.token_hash limit ${MAX_TOKENS}`;
}

export async function findOperatorId(db: Queryable, name: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    /* operators.findId */
    select id from operators where name = ${name}`;
  return row?.id ?? null;
}
