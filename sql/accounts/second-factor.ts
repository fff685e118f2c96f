import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type TotpRow = {
  sealedSecret: Uint8Array;
  createdAt: Date;
  /** Null until the user entered a first code. */
  confirmedAt: Date | null;
};

export async function findTotp(db: Queryable, userId: UserId): Promise<TotpRow | null> {
  const [row] = await db<TotpRow[]>`
    /* secondFactor.findTotp */
    select sealed_secret as "sealedSecret", created_at as "createdAt",
      confirmed_at as "confirmedAt"
    from totp_factors where user_id = ${userId}`;
  return row ?? null;
}

/** Returns false and changes nothing if the user has a confirmed secret. */
export async function insertTotp(
  tx: Tx,
  { userId, sealedSecret, at }: { userId: UserId; sealedSecret: Uint8Array; at: Date },
): Promise<boolean> {
  const inserted = await tx`
    /* secondFactor.insertTotp */
    insert into totp_factors as f (user_id, sealed_secret, created_at)
    values (${userId}, ${sealedSecret}, ${at})
    on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null`;
  return inserted.count === 1;
}

/** Accepts a time step. Returns false if a code of this or a later step was accepted before. */
export async function consumeTotpStep(
  tx: Tx,
  { userId, step }: { userId: UserId; step: number },
): Promise<boolean> {
  const updated = await tx`
    /* secondFactor.useStep */
    update totp_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
  return updated.count === 1;
}

export async function confirmTotp(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<void> {
  await tx`
    /* secondFactor.confirmTotp */
    update totp_factors set confirmed_at = ${at} where user_id = ${userId}`;
}

/** Whether the user's sign-ins need a second factor, and the number of unused recovery codes. */
export async function getSecondFactor(
  db: Queryable,
  userId: UserId,
): Promise<{ required: boolean; recoveryCodes: number }> {
  const [row] = await db<{ required: boolean; recoveryCodes: number }[]>`
    /* secondFactor.get */
    select
      exists (select from totp_factors
        where user_id = ${userId} and confirmed_at is not null) as required,
      (select count(*)::int from recovery_codes
        where user_id = ${userId}) as "recoveryCodes"`;
  return row ?? { required: false, recoveryCodes: 0 };
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, codeHashes }: { userId: UserId; codeHashes: Uint8Array[] },
): Promise<void> {
  await tx`/* recoveryCodes.deleteAll */ delete from recovery_codes where user_id = ${userId}`;
  const rows = codeHashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  await tx`/* recoveryCodes.insert */ insert into recovery_codes ${tx(rows)}`;
}

/** Deletes a recovery code. Returns false if the user has no such code. */
export async function consumeRecoveryCode(
  tx: Tx,
  { userId, codeHash }: { userId: UserId; codeHash: Uint8Array },
): Promise<boolean> {
  const deleted = await tx`
    /* recoveryCodes.use */
    delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash}`;
  return deleted.count === 1;
}

/** Returns false if the user had no second factor. */
export async function deleteSecondFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx`/* secondFactor.deleteCodes */ delete from recovery_codes where user_id = ${userId}`;
  const deleted = await tx`
    /* secondFactor.deleteTotp */
    delete from totp_factors where user_id = ${userId}`;
  return deleted.count === 1;
}
