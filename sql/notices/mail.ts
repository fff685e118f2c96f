import type { UserId } from "@fairclick/core/ids";
import type { Language } from "@fairclick/core/language/t";
import type { Queryable, Tx } from "../db/client";

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
  /** Mails sent to the user about the last day. */
  sentToday: number;
};

type Lease = { at: Date; until: Date };

/**
 * Leases the mail that is due next, by its rank and then by its time: no other worker sends it before
 * `until`. Counts the attempt. Returns null if none is due.
 */
export async function leaseDueMail(db: Queryable, { at, until }: Lease): Promise<DueMail | null> {
  const [mail] = await db<DueMail[]>`
    /* mail.leaseDue */
    with due as (
      select id from notices where mail_status = 'queued' and mail_due_at <= ${at}
      order by mail_rank, mail_due_at limit 1 for update skip locked
    ), leased as (
      update notices n set mail_due_at = ${until}, mail_attempts = mail_attempts + 1
      from due where n.id = due.id
      returning n.id, n.user_id, n.kind, n.data, n.at, n.mail_attempts, n.mail_to, n.mail_problem
    )
    select l.id, l.user_id, l.kind, l.data, l.at, l.mail_attempts as attempts,
      l.mail_problem as problem,
      coalesce(l.mail_to, u.email) as address, u.language,
      case when l.mail_to is null then u.email_verified_at end as verified_at,
      coalesce(l.kind = any (u.mail_opt_outs), false) as opted_out,
      exists (select from suppressed_addresses s
        where s.address = lower(coalesce(l.mail_to, u.email))) as suppressed,
      (select count(*)::int from notices s where s.user_id = l.user_id and s.mail_status = 'sent'
        and s.at > ${at}::timestamptz - interval '1 day') as sent_today
    from leased l left join users u on u.id = l.user_id and u.deleted_at is null`;
  return mail ?? null;
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
    select kind from users, unnest(mail_opt_outs) as kind where id = ${userId} order by kind`;
  return rows.map(({ kind }) => kind);
}

export async function setOptOut(
  db: Queryable,
  { userId, kind, off }: { userId: UserId; kind: string; off: boolean },
): Promise<void> {
  const others = db`array_remove(mail_opt_outs, ${kind})`;
  await db`
    /* mail.setOptOut */
    update users set mail_opt_outs = ${off ? db`array_append(${others}, ${kind})` : others}
    where id = ${userId} and deleted_at is null`;
}

export type SuppressedAddress = { address: string; reason: string; at: Date };

/** Lists addresses that get no mail, sorted by address. */
export async function listSuppressed(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<SuppressedAddress[]> {
  return db<SuppressedAddress[]>`
    /* suppressedAddresses.list */
    select address, reason, at from suppressed_addresses
    where ${after}::text is null or address > ${after} order by address limit ${limit}`;
}

export async function findSuppressed(tx: Tx, address: string): Promise<SuppressedAddress | null> {
  const [row] = await tx<SuppressedAddress[]>`
    /* suppressedAddresses.find */
    select address, reason, at from suppressed_addresses where address = ${address} for update`;
  return row ?? null;
}

/** Returns false if the address gets no mail already. */
export async function insertSuppressed(tx: Tx, row: SuppressedAddress): Promise<boolean> {
  const { count } = await tx`
    /* suppressedAddresses.insert */
    insert into suppressed_addresses (address, reason, at)
    values (${row.address}, ${row.reason}, ${row.at}) on conflict (address) do nothing`;
  return count === 1;
}

export async function deleteSuppressed(tx: Tx, address: string): Promise<void> {
  await tx`
    /* suppressedAddresses.delete */
    delete from suppressed_addresses where address = ${address}`;
}

export type FailedMail = {
  id: string;
  kind: string;
  /** Null: the operators, or a deleted account. */
  address: string | null;
  problem: string | null;
  at: Date;
};

/** Lists mails that were given up, newest first. */
export async function listFailedMails(
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<FailedMail[]> {
  return db<FailedMail[]>`
    /* suppressedAddresses.listFailedMails */
    select n.id, n.kind, coalesce(n.mail_to, u.email) as address, n.mail_problem as problem, n.at
    from notices n left join users u on u.id = n.user_id and u.deleted_at is null
    where n.mail_status = 'failed' and (${before}::uuid is null or n.id < ${before})
    order by n.id desc limit ${limit}`;
}
