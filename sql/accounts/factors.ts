import type { PasskeyId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { deleteTokens } from "./one-time-tokens";

export type TotpRow = {
  sealedSecret: Uint8Array;
  createdAt: Date;
  /** Null until the user entered a first code. */
  confirmedAt: Date | null;
};

export async function findTotp(db: Queryable, userId: UserId): Promise<TotpRow | null> {
  const [row] = await db<TotpRow[]>`
    /* secondFactor.findTotp */
    select sealed_secret, created_at,
      confirmed_at
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
    select confirmed_at is not null as required,
      cardinality(recovery_code_hashes) as recovery_codes
    from totp_factors where user_id = ${userId}`;
  return row ?? { required: false, recoveryCodes: 0 };
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, codeHashes }: { userId: UserId; codeHashes: Uint8Array[] },
): Promise<void> {
  const hashes = codeHashes.map((hash) => Buffer.from(hash).toString("hex"));
  await tx`
    /* secondFactor.replaceRecoveryCodes */
    update totp_factors set recovery_code_hashes = array(
      select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
    where user_id = ${userId}`;
}

/** Removes a recovery code. Returns false if the user has no such code. */
export async function consumeRecoveryCode(
  tx: Tx,
  { userId, codeHash }: { userId: UserId; codeHash: Uint8Array },
): Promise<boolean> {
  const updated = await tx`
    /* secondFactor.useRecoveryCode */
    update totp_factors
    set recovery_code_hashes = array_remove(recovery_code_hashes, ${codeHash}::bytea)
    where user_id = ${userId} and ${codeHash}::bytea = any (recovery_code_hashes)`;
  return updated.count === 1;
}

/** Returns false if the user had no second factor. */
export async function deleteSecondFactor(tx: Tx, userId: UserId): Promise<boolean> {
  const deleted = await tx`
    /* secondFactor.deleteTotp */
    delete from totp_factors where user_id = ${userId}`;
  return deleted.count === 1;
}

export type PasskeyRow = { id: PasskeyId; name: string; createdAt: Date; lastUsedAt: Date | null };

/** `credentialId` is in base64url; `counter` is 0 if the authenticator does not count. */
export type PasskeyKey = { credentialId: string; publicKey: Uint8Array; counter: number };

/** Lists a user's passkeys, oldest first. */
export async function listPasskeys(
  db: Queryable,
  userId: UserId,
): Promise<(PasskeyRow & Pick<PasskeyKey, "credentialId">)[]> {
  return db<(PasskeyRow & Pick<PasskeyKey, "credentialId">)[]>`
    /* passkeys.list */
    select id, name, created_at, last_used_at,
      credential_id
    from passkeys where user_id = ${userId} order by id`;
}

export async function findPasskeyOwner(
  db: Queryable,
  credentialId: string,
): Promise<UserId | null> {
  const [row] = await db<{ userId: UserId }[]>`
    /* passkeys.findOwner */
    select user_id from passkeys where credential_id = ${credentialId}`;
  return row?.userId ?? null;
}

/** Returns null if the user has no such passkey. */
export async function findPasskey(
  db: Queryable,
  { userId, credentialId }: { userId: UserId; credentialId: string },
): Promise<PasskeyKey | null> {
  const [row] = await db<PasskeyKey[]>`
    /* passkeys.find */
    select credential_id, public_key, counter::float8 as counter
    from passkeys where user_id = ${userId} and credential_id = ${credentialId}`;
  return row ?? null;
}

type NewPasskey = PasskeyKey & Omit<PasskeyRow, "lastUsedAt"> & { userId: UserId };

/** Returns false and inserts nothing if an account has this passkey already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { id, userId, credentialId, publicKey, counter, name, createdAt } = passkey;
  const inserted = await tx`
    /* passkeys.insert */
    insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${name}, ${createdAt})
    on conflict on constraint passkeys_credential do nothing`;
  return inserted.count === 1;
}

export async function markPasskeyUsed(
  tx: Tx,
  { credentialId, counter, at }: { credentialId: string; counter: number; at: Date },
): Promise<void> {
  await tx`
    /* passkeys.markUsed */
    update passkeys set counter = ${counter}, last_used_at = ${at}
    where credential_id = ${credentialId}`;
}

/** Returns the name of the deleted passkey; null if the user has no such passkey. */
export async function deletePasskey(
  tx: Tx,
  { id, userId }: { id: PasskeyId; userId: UserId },
): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    /* passkeys.delete */
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`;
  return row?.name ?? null;
}

/** Deletes a user's passkeys and ends unfinished additions. Returns the names of the passkeys. */
export async function deletePasskeys(tx: Tx, userId: UserId): Promise<string[]> {
  await deleteTokens(tx, { userId, purposes: ["add_passkey"] });
  const rows = await tx<{ name: string }[]>`
    /* passkeys.deleteOf */
    delete from passkeys where user_id = ${userId} returning name`;
  return rows.map(({ name }) => name);
}
