import type { UserId } from "@fairclick/core/ids";
import type { Tx } from "../db/client";
import { deleteUserPendingSignIns } from "./pending-sign-ins";

type SignInCode = {
  codeHash: Uint8Array;
  browserHash: Uint8Array;
  userId: UserId;
  expiresAt: Date;
};

export async function insertSignInCode(tx: Tx, code: SignInCode): Promise<void> {
  await tx`
    /* signInCodes.insert */
    insert into sign_in_codes (code_hash, browser_hash, user_id, expires_at)
    values (${code.codeHash}, ${code.browserHash}, ${code.userId}, ${code.expiresAt})`;
}

/**
 * Locks the account of a code until the transaction ends. Call it before `consumeSignInCode`: every
 * transaction locks an account before its codes.
 */
export async function lockUserOfCode(tx: Tx, codeHash: Uint8Array): Promise<void> {
  await tx`
    /* signInCodes.lockUser */
    select from users
    where id = (select user_id from sign_in_codes where code_hash = ${codeHash}) for share`;
}

/** Deletes a code and returns its row; null if there is none. */
export async function consumeSignInCode(
  tx: Tx,
  codeHash: Uint8Array,
): Promise<Omit<SignInCode, "codeHash"> | null> {
  const [row] = await tx<Omit<SignInCode, "codeHash">[]>`
    /* signInCodes.take */
    delete from sign_in_codes where code_hash = ${codeHash}
    returning browser_hash as "browserHash", user_id as "userId", expires_at as "expiresAt"`;
  return row ?? null;
}

/** Ends the user's unfinished sign-ins: codes from Google, and those that wait for a second factor. */
export async function deleteUserSignInCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* signInCodes.deleteOf */ delete from sign_in_codes where user_id = ${userId}`;
  await deleteUserPendingSignIns(tx, userId);
}

/** Deletes a batch of expired codes. */
export async function deleteExpiredSignInCodes(tx: Tx, at: Date): Promise<void> {
  await tx`
    /* signInCodes.deleteExpired */
    delete from sign_in_codes where code_hash in (
      select code_hash from sign_in_codes where expires_at <= ${at} limit 100
      for update skip locked)`;
}
