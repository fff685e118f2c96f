import type { Tx } from "../db/client";

export type AuditRow = {
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
