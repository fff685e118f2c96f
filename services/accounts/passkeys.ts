import type {
  CreationOptions,
  NewPasskeyRequest,
  PasskeyRequest,
  RequestOptions,
} from "@fairclick/core/accounts/factors";
import { AppError } from "@fairclick/core/errors";
import { asId, type PasskeyId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  findPasskeyOwner,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
  type PasskeyKey,
  type PasskeyRow,
} from "@fairclick/sql/accounts/factors";
import {
  deleteExpiredTokens,
  deleteTokens,
  insertToken,
  redeemToken,
} from "@fairclick/sql/accounts/one-time-tokens";
import { findCredentials, lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { getAccount } from "./profile";
import { recordProof } from "./prove-identity";
import { openSession, type SigningIn } from "./sessions";
import type { SignedIn } from "./sign-in";
import { hashToken, isToken, makeToken } from "./token";

export const MAX_PASSKEYS = 10;

/** Returns what the browser's authenticator needs to make a passkey. Throws `conflict` at the maximum. */
export async function startPasskey(
  ctx: Ctx,
  appUrl: string,
): Promise<{ options: CreationOptions; browser: string }> {
  const userId = requireUser(ctx);
  const email = (await findCredentials(ctx.db.sql, userId))?.email ?? "";
  const passkeys = await listPasskeys(ctx.db.sql, userId);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const { challenge, browser } = await withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    return issueChallenge(tx, { userId, at: ctx.now() });
  });
  const options: CreationOptions = {
    challenge,
    rp: { id: relyingParty(appUrl).rpId, name: "Fairclick" },
    user: { id: userHandle(userId), name: email, displayName: email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: passkeys.map(({ credentialId }) => ({
      id: credentialId,
      type: "public-key",
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
  return { options, browser };
}

type NewPasskey = NewPasskeyRequest & { appUrl: string; browser: string | null };

/**
 * Stores a passkey that signed the browser's challenge, which counts for one try. Throws `forbidden`,
 * and `conflict` at the maximum or if an account has this passkey already.
 */
export async function addPasskey(ctx: Ctx, input: NewPasskey): Promise<void> {
  const userId = requireUser(ctx);
  const { appUrl, browser, name, credential } = input;
  const at = ctx.now();
  const refusal = await withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    const challenge = await takeChallenge(tx, { browser, userId, at });
    const key = challenge && (await verifyNewPasskey({ appUrl, challenge }, credential));
    if (!key) return refusePasskey();
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) return tooMany();
    const id = asId<PasskeyId>(Bun.randomUUIDv7());
    if (!(await insertPasskey(tx, { ...key, id, userId, name, createdAt: at }))) {
      return new AppError("conflict", t`This passkey was added already.`);
    }
    const after = { passkeyId: id, name };
    await writeAudit(tx, ctx, { action: "user.add_passkey", subject: `user:${userId}`, after });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "passkey_added", name },
    });
    return null;
  });
  if (refusal) throw refusal;
}

function tooMany(): AppError {
  return new AppError("conflict", t`You have ${MAX_PASSKEYS} passkeys: remove one first.`);
}

const CHALLENGE_MS = 5 * 60_000;

/** `browser` is the secret that ties the challenge to one browser, for its cookie. */
export type IssuedChallenge = { challenge: string; browser: string };

/**
 * Stores a challenge for one signature within five minutes. `userId` is the user who adds a passkey;
 * null for a sign-in or a proof of identity.
 */
async function issueChallenge(
  tx: Tx,
  { userId, at }: { userId: UserId | null; at: Date },
): Promise<IssuedChallenge> {
  const [challenge, browser] = [makeToken(), makeToken()];
  await deleteExpiredTokens(tx, at);
  if (userId !== null) await deleteTokens(tx, { userId, purposes: ["add_passkey"] });
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
  await insertToken(tx, {
    ...nameChallenge(browser, userId),
    userId,
    content: challenge,
    expiresAt,
  });
  return { challenge, browser };
}

/** Returns the browser's challenge once; null if it was used, has expired or is another user's. */
async function takeChallenge(
  tx: Tx,
  { browser, userId, at }: { browser: string | null; userId: UserId | null; at: Date },
): Promise<string | null> {
  if (browser === null || !isToken(browser)) return null;
  const found = await redeemToken(tx, nameChallenge(browser, userId));
  return found && found.userId === userId && found.expiresAt > at ? found.content : null;
}

function nameChallenge(browser: string, userId: UserId | null) {
  const purpose = userId === null ? "use_passkey" : "add_passkey";
  return { tokenHash: hashToken(browser), purpose } as const;
}

/** Lists the user's passkeys, oldest first. */
export async function listOwnPasskeys(ctx: Ctx): Promise<PasskeyRow[]> {
  return listPasskeys(ctx.db.sql, requireUser(ctx));
}

/** Throws `not_found`. */
export async function removePasskey(ctx: Ctx, id: PasskeyId): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const name = await deletePasskey(tx, { id, userId });
    if (name === null) throw passkeyNotFound();
    const before = { passkeyId: id, name };
    await writeAudit(tx, ctx, { action: "user.remove_passkey", subject: `user:${userId}`, before });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "passkeys_removed", names: [name] },
    });
  });
}

/** Removes all passkeys of an account that its owner takes back, and notifies the owner. */
export async function removeAllPasskeys(tx: Tx, ctx: Ctx, userId: UserId): Promise<void> {
  const names = await deletePasskeys(tx, userId);
  if (names.length === 0) return;
  const before = { passkeys: names.length };
  await writeAudit(tx, ctx, {
    action: "user.remove_all_passkeys",
    subject: `user:${userId}`,
    before,
  });
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "passkeys_removed", names },
  });
}

export function passkeyNotFound(): AppError {
  return new AppError("not_found", t`There is no such passkey`);
}

/** A passkey's signature. `browser` is the secret of the browser that received the challenge. */
type Signature = PasskeyRequest & { appUrl: string; browser: string | null };

/** Returns what any passkey of this site must sign for a sign-in or a proof of identity. */
export async function requestPasskey(
  ctx: Pick<Ctx, "db" | "now">,
  appUrl: string,
): Promise<{ options: RequestOptions; browser: string }> {
  const { challenge, browser } = await withTx(ctx.db, (tx) =>
    issueChallenge(tx, { userId: null, at: ctx.now() }),
  );
  const { rpId } = relyingParty(appUrl);
  return {
    options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" },
    browser,
  };
}

/**
 * Signs in with a passkey. It is both factors: the device, and the PIN or fingerprint that the device
 * checked. Throws `forbidden`.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { userAgent, place, deviceTokens, ...signature }: Signature & SigningIn,
): Promise<SignedIn> {
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    const userId = await acceptPasskey(tx, { ...signature, at });
    if (userId === null) return null;
    return {
      userId,
      session: await openSession(tx, { userId, at, userAgent, place, deviceTokens }),
    };
  });
  if (!opened) throw refusePasskey();
  return { account: await getAccount(ctx, opened.userId), ...opened.session };
}

/** Proves the user's identity in this session with one of their passkeys. Throws `forbidden`. */
export async function proveByPasskey(
  ctx: Ctx,
  { token, ...signature }: Signature & { token: string },
): Promise<void> {
  const userId = requireUser(ctx);
  const accepted = await withTx(ctx.db, (tx) =>
    acceptPasskey(tx, { ...signature, at: ctx.now(), by: userId }),
  );
  if (accepted === null) throw refusePasskey();
  await recordProof(ctx, { userId, token });
}

/**
 * Consumes the browser's challenge, whatever the signature is. Returns the owner of the passkey that
 * signed it; null if it is none, or not one of the user `by`.
 */
async function acceptPasskey(
  tx: Tx,
  { appUrl, browser, credential, at, by }: Signature & { at: Date; by?: UserId },
): Promise<UserId | null> {
  const challenge = await takeChallenge(tx, { browser, userId: null, at });
  const userId = challenge && (await findPasskeyOwner(tx, credential.id));
  if (!userId || (by !== undefined && userId !== by)) return null;
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== userHandle(userId)) return null;
  // Read again under the lock: it may have been removed, or used with the same counter.
  const user = await lockCredentials(tx, { userId, address: null });
  const key = user && (await findPasskey(tx, { userId, credentialId: credential.id }));
  const counter = key && (await verifyPasskey({ appUrl, challenge }, { credential, key }));
  if (counter === null) return null;
  await markPasskeyUsed(tx, { credentialId: credential.id, counter, at });
  return userId;
}

/** Returns the name under which authenticators store an account: its id, in base64url. */
function userHandle(userId: UserId): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(userId));
}

/** Ed25519, ES256 and RS256, by their COSE numbers. */
const passkeyAlgorithms = [-8, -7, -257];

/** The table has a constraint with the same number. RSA keys of 4,096 bits have about 530. */
const MAX_KEY_BYTES = 2_048;

/** What a signature must be for. `appUrl` is where the app is open. */
type Expected = { appUrl: string; challenge: string };

function relyingParty(appUrl: string): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(appUrl);
  return { origin, rpId: hostname };
}

/** Returns the key of a new passkey; null if anything about it is wrong. */
async function verifyNewPasskey(
  { appUrl, challenge }: Expected,
  credential: NewPasskeyRequest["credential"],
): Promise<PasskeyKey | null> {
  const { origin, rpId } = relyingParty(appUrl);
  try {
    if (!hasSimpleAttestation(credential.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified || registrationInfo.credential.id !== credential.id) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    if (publicKey.length > MAX_KEY_BYTES) return null;
    return { credentialId, publicKey, counter };
  } catch {
    return null;
  }
}

/**
 * Other attestations carry certificates. Checking those can fetch addresses that the certificates name.
 * Browsers remove them, because the options request none.
 */
function hasSimpleAttestation(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return (
    format === "none" ||
    (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)
  );
}

/**
 * Returns the new counter of a passkey that signed the challenge after it verified its user (PIN,
 * fingerprint); null if anything is wrong. A counter that did not rise is: the passkey was copied.
 */
async function verifyPasskey(
  { appUrl, challenge }: Expected,
  { credential, key }: { credential: PasskeyRequest["credential"]; key: PasskeyKey },
): Promise<number | null> {
  const { origin, rpId } = relyingParty(appUrl);
  const { userHandle, ...response } = credential.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The same error for everything that can be wrong with a passkey. */
function refusePasskey(): AppError {
  return new AppError("forbidden", t`This passkey was not accepted. Please try again.`);
}
