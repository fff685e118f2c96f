import type { Queryable, Tx } from "../db/client";

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

/** Returns the address that got this mail since `sentAfter`; null if it was not sent to a user. */
export async function findSentTo(
  db: Queryable,
  { id, sentAfter }: { id: string; sentAfter: Date },
): Promise<string | null> {
  const [row] = await db<{ address: string | null }[]>`
    /* suppressedAddresses.findSentTo */
    select lower(coalesce(n.mail_to, u.email)) as address
    from notices n left join users u on u.id = n.user_id and u.deleted_at is null
    where n.id = ${id} and n.mail_status = 'sent' and n.mail_sent_at > ${sentAfter}`;
  return row?.address ?? null;
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
