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

export async function insertOperatorToken(tx: Tx, token: NewToken): Promise<void> {
  await tx`
    /* operators.insertOperatorToken */
    insert into operator_tokens (token_hash, operator_id, scopes, expires_at)
    values (${token.hash}, ${token.operatorId}, ${[...token.scopes]}, ${token.expiresAt})`;
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

type AuditRow = {
  actorKind: "user" | "operator" | "system";
  actorId: string | null;
  action: string;
  subject: string;
  reason: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
};

/** Amounts go in as text: JSON numbers do not hold every bigint. */
export type AuditFacts = Record<string, string | number | boolean | null>;

export async function insertAuditRow(tx: Tx, row: AuditRow): Promise<void> {
  await tx`
    /* auditLog.insertAuditRow */
    insert into audit_log (actor_kind, actor_id, action, subject, reason, before, after)
    values (${row.actorKind}, ${row.actorId}, ${row.action}, ${row.subject}, ${row.reason},
      ${row.before && tx.json(row.before)}, ${row.after && tx.json(row.after)})`;
}

export type WrittenAuditRow = AuditRow & {
  id: bigint;
  at: Date;
  actorName: string | null;
  subjectName: string | null;
};

/** Subjects of other forms are not cast. */
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

export type AuditFilter = {
  /** `link:…`, `user:…`; a prefix if it ends with a colon. */
  subject: string | null;
  /** `campaign.pause`; a prefix if it ends with a dot. */
  action: string | null;
  /** An operator's or user's id or name. */
  actor: string | null;
  actorKind: AuditRow["actorKind"] | null;
  since: Date | null;
  until: Date | null;
};

/** Lists the audit log, newest first. The cursor is the id of the previous page's last row. */
export async function listAuditRows(
  db: Queryable,
  filter: AuditFilter & { limit: number; cursor: bigint | null },
): Promise<WrittenAuditRow[]> {
  const { subject, action, actor, actorKind, since, until, limit, cursor } = filter;
  return db<WrittenAuditRow[]>`
    /* operating.listAuditRows */
    select a.id, a.at, a.actor_kind, a.actor_id, a.action, a.subject,
      a.reason, a.before, a.after, coalesce(o.name, u.username) as actor_name,
      case
        when a.subject ~ ${`^user:${UUID}$`} then
          (select username from users where id = split_part(a.subject, ':', 2)::uuid)
        when a.subject ~ ${`^campaign:${UUID}$`} then
          (select name from campaigns where id = split_part(a.subject, ':', 2)::uuid)
        when a.subject ~ ${`^link:${UUID}:${UUID}$`} then
          (select c.name || ' / ' || l.username from campaigns c, users l
           where c.id = split_part(a.subject, ':', 2)::uuid and l.id = split_part(a.subject, ':', 3)::uuid)
        when a.subject ~ ${`^withdrawal:${UUID}$`} then
          (select w.username from withdrawals p join users w on w.id = p.user_id
           where p.id = split_part(a.subject, ':', 2)::uuid)
      end as subject_name
    from audit_log a
    left join operators o on a.actor_kind = 'operator' and o.id = a.actor_id
    left join users u on a.actor_kind = 'user' and u.id = a.actor_id
    where (${subject}::text is null or ${match(db, "subject", subject)})
      and (${action}::text is null or ${match(db, "action", action)})
      and (${actor}::text is null or a.actor_id in (
        select id from operators where name = ${actor} or id::text = ${actor}
        union all
        select id from users where lower(username) = lower(${actor}) or email = lower(${actor})
          or id::text = ${actor}))
      and (${actorKind}::text is null or a.actor_kind = ${actorKind})
      and (${since}::timestamptz is null or a.at >= ${since})
      and (${until}::timestamptz is null or a.at < ${until})
      and (${cursor}::bigint is null or a.id < ${cursor})
    order by a.id desc limit ${limit}`;
}

function match(db: Queryable, column: "subject" | "action", text: string | null) {
  const isPrefix = /[:.]$/.test(text ?? "");
  return isPrefix ? db`starts_with(a.${db(column)}, ${text})` : db`a.${db(column)} = ${text}`;
}
