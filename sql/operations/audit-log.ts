import type { Queryable, Tx } from "../db/client";

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
