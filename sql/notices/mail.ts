import type { UserId } from "@fairclick/core/ids";
import type { Language } from "@fairclick/core/language/t";
import type { Queryable } from "../db/client";

export type DueMail = {
  id: string;
  userId: UserId | null;
  kind: string;
  data: unknown;
  at: Date;
  attempts: number;
  /** Why the last attempt failed; null before the first. */
  problem: string | null;
  /** Null: the address is the operators', or the account was deleted. */
  address: string | null;
  /** When the user proved the address; null if it was not proved, or is not the user's own. */
  verifiedAt: Date | null;
  /** The user's language; null for mails to operators. */
  language: Language | null;
  optedOut: boolean;
  suppressed: boolean;
  /** Mails sent to the user in the last day. */
  sentToday: number;
};

type Lease = { at: Date; until: Date; limit: number };

/**
 * Leases mails that are due, oldest first: no other worker sends them before `until`. Counts the
 * attempt.
 */
export async function leaseDueMails(
  db: Queryable,
  { at, until, limit }: Lease,
): Promise<DueMail[]> {
  return db<DueMail[]>`
    /* mail.leaseDue */
    with due as (
      select id from notices where mail_status = 'queued' and mail_due_at <= ${at}
      order by mail_due_at limit ${limit} for update skip locked
    ), leased as (
      update notices n set mail_due_at = ${until}, mail_attempts = mail_attempts + 1
      from due where n.id = due.id
      returning n.id, n.user_id, n.kind, n.data, n.at, n.mail_attempts, n.mail_to, n.mail_problem
    )
    select l.id, l.user_id as "userId", l.kind, l.data, l.at, l.mail_attempts as attempts,
      l.mail_problem as problem,
      coalesce(l.mail_to, u.email) as address, u.language,
      case when l.mail_to is null then u.email_verified_at end as "verifiedAt",
      exists (select from mail_opt_outs o where o.user_id = l.user_id and o.kind = l.kind)
        as "optedOut",
      exists (select from suppressed_addresses s
        where s.address = lower(coalesce(l.mail_to, u.email))) as suppressed,
      (select count(*)::int from notices s where s.user_id = l.user_id and s.mail_status = 'sent'
        and s.mail_sent_at > ${at}::timestamptz - interval '1 day') as "sentToday"
    from leased l left join users u on u.id = l.user_id and u.deleted_at is null
    order by l.id`;
}

type Outcome =
  | { status: "sent"; at: Date }
  | { status: "skipped" | "failed"; problem: string }
  | { status: "queued"; dueAt: Date; problem: string };

export async function finishMail(db: Queryable, id: string, outcome: Outcome): Promise<void> {
  await db`
    /* mail.finish */
    update notices set mail_status = ${outcome.status},
      mail_due_at = ${outcome.status === "queued" ? outcome.dueAt : null},
      mail_sent_at = ${outcome.status === "sent" ? outcome.at : null},
      mail_problem = ${outcome.status === "sent" ? null : outcome.problem}
    where id = ${id} and mail_status = 'queued'`;
}

export async function suppressAddress(
  db: Queryable,
  { address, reason, at }: { address: string; reason: string; at: Date },
): Promise<void> {
  await db`
    /* mail.suppress */
    insert into suppressed_addresses (address, reason, at)
    values (${address.toLowerCase()}, ${reason}, ${at})
    on conflict (address) do update set reason = excluded.reason, at = excluded.at`;
}

export async function listOptOuts(db: Queryable, userId: UserId): Promise<string[]> {
  const rows = await db<{ kind: string }[]>`
    /* mail.listOptOuts */
    select kind from mail_opt_outs where user_id = ${userId} order by kind`;
  return rows.map(({ kind }) => kind);
}

export async function setOptOut(
  db: Queryable,
  { userId, kind, off }: { userId: UserId; kind: string; off: boolean },
): Promise<void> {
  if (off) {
    await db`
      /* mail.optOut */
      insert into mail_opt_outs (user_id, kind)
      select id, ${kind} from users where id = ${userId} and deleted_at is null
      on conflict do nothing`;
  } else {
    await db`
      /* mail.optIn */
      delete from mail_opt_outs where user_id = ${userId} and kind = ${kind}`;
  }
}
