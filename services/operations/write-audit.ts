import type { Tx } from "@fairclick/sql/db/client";
import { type AuditFacts, insertAuditRow } from "@fairclick/sql/operations/audit-log";
import type { Ctx } from "../context";

type Change = {
  /** Noun and verb: `campaign.create`. */
  action: string;
  /** What was changed: `campaign:<id>`. */
  subject: string;
  reason?: string;
  before?: AuditFacts;
  after?: AuditFacts;
};

/** Writes who changed what, in the transaction of the change. */
export async function writeAudit(tx: Tx, ctx: Pick<Ctx, "actor">, change: Change): Promise<void> {
  await insertAuditRow(tx, {
    ...actorColumns(ctx.actor),
    action: change.action,
    subject: change.subject,
    reason: change.reason ?? null,
    before: change.before ?? null,
    after: withKey(ctx.actor, change.after ?? null),
  });
}

/** Names the personal key of a change that a program made. */
function withKey(actor: Ctx["actor"], after: AuditFacts | null): AuditFacts | null {
  const key = actor.kind === "user" ? actor.key : undefined;
  return key ? { ...after, byKey: key.id } : after;
}

/** Anonymous requests act as the system: they can only open an account or report events. */
function actorColumns(actor: Ctx["actor"]) {
  switch (actor.kind) {
    case "user":
      return { actorKind: "user", actorId: actor.userId } as const;
    case "operator":
      return { actorKind: "operator", actorId: actor.operatorId } as const;
    case "campaign":
    case "system":
    case "public":
      return { actorKind: "system", actorId: null } as const;
  }
}
