import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type AgreementRow = {
  /** The latest version that the user accepted; null if none. */
  termsVersion: number | null;
  /** `2010-05`; null if unknown. */
  birthMonth: string | null;
  /** When a user under 18 confirmed that the payout account is a guardian's; null if not. */
  guardianConfirmedAt: Date | null;
};

export async function getAgreement(db: Queryable, userId: UserId): Promise<AgreementRow> {
  const [row] = await db<AgreementRow[]>`
    /* agreements.get */
    select to_char(u.birth_month, 'YYYY-MM') as "birthMonth",
      u.guardian_confirmed_at as "guardianConfirmedAt",
      (select max(version) from terms_acceptances t where t.user_id = u.id) as "termsVersion"
    from users u where u.id = ${userId}`;
  return requireRow(row, "the user's agreement");
}

/** Keeps the time of the first acceptance of a version. */
export async function insertAcceptance(
  tx: Tx,
  { userId, version, at }: { userId: UserId; version: number; at: Date },
): Promise<void> {
  await tx`
    /* agreements.insert */
    insert into terms_acceptances (user_id, version, accepted_at)
    values (${userId}, ${version}, ${at}) on conflict do nothing`;
}

/** Stores the month of birth if none is known: a user cannot change it. */
export async function addBirthMonth(
  tx: Tx,
  { userId, birthMonth }: { userId: UserId; birthMonth: string },
): Promise<void> {
  await tx`
    /* agreements.addBirthMonth */
    update users set birth_month = ${`${birthMonth}-01`}::date
    where id = ${userId} and birth_month is null`;
}

export async function setBirthMonth(
  tx: Tx,
  { userId, birthMonth }: { userId: UserId; birthMonth: string },
): Promise<void> {
  await tx`
    /* agreements.setBirthMonth */
    update users set birth_month = ${`${birthMonth}-01`}::date where id = ${userId}`;
}

/** Keeps the time of the first confirmation. Returns false if there was one. */
export async function setGuardianConfirmed(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    /* agreements.setGuardianConfirmed */
    update users set guardian_confirmed_at = ${at}
    where id = ${userId} and guardian_confirmed_at is null`;
  return count === 1;
}
