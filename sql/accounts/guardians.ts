import type { GuardianEndedBy } from "@fairclick/core/accounts/guardian-schema";
import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type Invitation = { id: string; address: string; invitedAt: Date; expiresAt: Date };

export type Consent = {
  id: string;
  userId: UserId;
  /** Username of the child. */
  username: string;
  address: string;
  name: string;
  consentedAt: Date;
};

export async function insertInvitation(
  tx: Tx,
  invitation: Invitation & { userId: UserId; mailbox: string },
): Promise<void> {
  const { id, userId, address, mailbox, invitedAt, expiresAt } = invitation;
  await tx`
    /* guardians.insert */
    insert into guardians (id, user_id, address, mailbox, invited_at, expires_at)
    values (${id}, ${userId}, ${address}, ${mailbox}, ${invitedAt}, ${expiresAt})`;
}

/** Lists the invitations that can still be accepted, newest first. */
export async function listOpenInvitations(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<Invitation[]> {
  return db<Invitation[]>`
    /* guardians.listOpen */
    select id, address, invited_at as "invitedAt", expires_at as "expiresAt" from guardians
    where user_id = ${userId} and consented_at is null and ended_at is null and expires_at > ${at}
    order by invited_at desc, id desc limit 100`;
}

/** Counts a user's invitations since `since`: open, accepted and ended ones. */
export async function countInvitations(
  tx: Tx,
  { userId, since }: { userId: UserId; since: Date },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    /* guardians.countInvitations */
    select count(*)::int as count from guardians
    where user_id = ${userId} and invited_at > ${since}`;
  return requireRow(row, "the number of invitations").count;
}

type Ending = { by: GuardianEndedBy; at: Date };

/** Ends a user's open invitations to a mailbox, or all open ones if `mailbox` is null. */
export async function endInvitations(
  tx: Tx,
  { userId, mailbox, by, at }: Ending & { userId: UserId; mailbox: string | null },
): Promise<void> {
  await tx`
    /* guardians.endInvitations */
    update guardians set ended_at = ${at}, ended_by = ${by}
    where user_id = ${userId} and consented_at is null and ended_at is null
      and (${mailbox}::text is null or mailbox = ${mailbox})`;
}

/** Ends one open invitation of a user. Returns false if it is not open. */
export async function endInvitation(
  tx: Tx,
  { id, userId, by, at }: Ending & { id: string; userId: UserId },
): Promise<boolean> {
  const ended = await tx`
    /* guardians.endInvitation */
    update guardians set ended_at = ${at}, ended_by = ${by}
    where id = ${id} and user_id = ${userId} and consented_at is null and ended_at is null`;
  return ended.count === 1;
}

/** Returns the open invitation of a user to this address; null if there is none. */
export async function findInvitation(
  db: Queryable,
  { userId, address, at }: { userId: UserId; address: string; at: Date },
): Promise<Invitation | null> {
  const [row] = await db<Invitation[]>`
    /* guardians.findInvitation */
    select id, address, invited_at as "invitedAt", expires_at as "expiresAt" from guardians
    where user_id = ${userId} and address = ${address} and consented_at is null
      and ended_at is null and expires_at > ${at}`;
  return row ?? null;
}

/** Records the consent. Returns false if the invitation is no longer open, or another consent is in force. */
export async function insertConsent(
  tx: Tx,
  { id, name, at }: { id: string; name: string; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* guardians.consent */
    update guardians g set name = ${name}, consented_at = ${at}
    where id = ${id} and consented_at is null and ended_at is null and expires_at > ${at}
      and not exists (select from guardians o
        where o.user_id = g.user_id and o.consented_at is not null and o.ended_at is null)`;
  return updated.count === 1;
}

const consents = (db: Queryable) => db`
  select g.id, g.user_id as "userId", u.username, g.address, g.name,
    g.consented_at as "consentedAt"
  from guardians g join users u on u.id = g.user_id
  where g.consented_at is not null and g.ended_at is null`;

/** Returns the consent that is in force for a user; null if there is none. */
export async function findConsent(db: Queryable, userId: UserId): Promise<Consent | null> {
  const [row] = await db<Consent[]>`
    /* guardians.findConsent */
    ${consents(db)} and g.user_id = ${userId}`;
  return row ?? null;
}

/** Like `findConsent`, and locks the consent: it cannot end before the transaction does. */
export async function lockConsent(tx: Tx, userId: UserId): Promise<Consent | null> {
  const [row] = await tx<Consent[]>`
    /* guardians.lockConsent */
    ${consents(tx)} and g.user_id = ${userId} for share of g`;
  return row ?? null;
}

/** Returns false if the consent has ended already. */
export async function endConsent(
  tx: Tx,
  { id, by, at }: Ending & { id: string },
): Promise<boolean> {
  const ended = await tx`
    /* guardians.endConsent */
    update guardians set ended_at = ${at}, ended_by = ${by}
    where id = ${id} and consented_at is not null and ended_at is null`;
  return ended.count === 1;
}

/** Counts the accounts of which this mailbox is the guardian. */
export async function countChildren(db: Queryable, mailbox: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* guardians.countChildren */
    select count(*)::int as count from guardians
    where mailbox = ${mailbox} and consented_at is not null and ended_at is null`;
  return requireRow(row, "the number of children").count;
}

/** Lists consents for users who were born in this month or before it. */
export async function listConsentsOfAdults(
  db: Queryable,
  { bornBy, limit }: { bornBy: string; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }[]>`
    /* guardians.listOfAdults */
    select g.user_id as "userId" from guardians g join users u on u.id = g.user_id
    where g.consented_at is not null and g.ended_at is null
      and u.birth_month <= ${`${bornBy}-01`}::date
    order by g.consented_at limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** Deletes a batch of invitations that nobody accepted and that expired before `at`. */
export async function deleteExpiredInvitations(db: Queryable, at: Date): Promise<number> {
  const deleted = await db`
    /* guardians.deleteExpired */
    delete from guardians where id in (
      select id from guardians where consented_at is null and expires_at < ${at} limit 1000)`;
  return deleted.count;
}

/** Deletes everything about a user's guardians. The user's row must not refer to one any more. */
export async function deleteUserGuardians(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* guardians.deleteOf */ delete from guardians where user_id = ${userId}`;
}
