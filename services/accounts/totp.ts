import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import {
  confirmTotp,
  consumeRecoveryCode,
  consumeTotpStep,
  deleteSecondFactor,
  findTotp,
  getSecondFactor,
  insertTotp,
  replaceRecoveryCodes,
} from "@fairclick/sql/accounts/factors";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import { findCredentials, lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { Secret, TOTP } from "otpauth";
import { requireUser, writeAudit } from "../changes";
import { type Ctx, getSecret } from "../context";
import { notify } from "../notify";
import { hashToken } from "./token";

/** How long a secret can be confirmed (ms). An older one may be somebody else's attempt. */
const CONFIRM_MS = 3_600_000;

/**
 * Makes the secret for an authenticator app; sign-ins need its codes once a first one is entered.
 * Throws `conflict` if the account has an app.
 */
export async function startTotp(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const userId = requireUser(ctx);
  const email = (await findCredentials(ctx.db.sql, userId))?.email ?? "";
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const sealedSecret = await sealSecret(ctx, { userId, secret });
  const inserted = await withTx(ctx.db, (tx) =>
    insertTotp(tx, { userId, sealedSecret, at: ctx.now() }),
  );
  if (!inserted) throw alreadyOn();
  return describeTotp(secret, email);
}

/**
 * Turns the second factor on with a first code, and returns the recovery codes. Ends unfinished
 * sign-ins, not sessions. Throws `forbidden` for a wrong code.
 */
export async function confirmOwnTotp(ctx: Ctx, code: string): Promise<string[]> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  const secret = await readTotpSecret(ctx, userId);
  return withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    const totp = await findTotp(tx, userId);
    if (!totp || at.getTime() - totp.createdAt.getTime() > CONFIRM_MS) {
      throw new AppError("conflict", t`Please set up the authenticator app again.`);
    }
    if (totp.confirmedAt !== null) throw alreadyOn();
    if (!(await acceptTotpCode(tx, ctx, { userId, code, secret }))) throw wrongCode();
    await confirmTotp(tx, { userId, at });
    await deleteUserSignInCodes(tx, userId);
    await notify(tx, ctx, securityChanged, { to: [userId], data: { change: "second_factor_on" } });
    await writeAudit(tx, ctx, { action: "user.second_factor_on", subject: `user:${userId}` });
    return renewRecoveryCodes(tx, userId);
  });
}

function alreadyOn(): AppError {
  return new AppError("conflict", t`Your account already has an authenticator app.`);
}

/** Removes the authenticator app and the recovery codes. Needs a code. */
export async function turnOffTotp(ctx: Ctx, code: string): Promise<void> {
  await withCode(ctx, code, async (tx, userId) => {
    await deleteSecondFactor(tx, userId);
    await notify(tx, ctx, securityChanged, { to: [userId], data: { change: "second_factor_off" } });
    await writeAudit(tx, ctx, { action: "user.second_factor_off", subject: `user:${userId}` });
  });
}

/** Replaces the recovery codes and returns the new ones. Needs a code. */
export async function makeRecoveryCodes(ctx: Ctx, code: string): Promise<string[]> {
  return withCode(ctx, code, async (tx, userId) => {
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "recovery_codes_renewed" },
    });
    await writeAudit(tx, ctx, { action: "user.renew_recovery_codes", subject: `user:${userId}` });
    return renewRecoveryCodes(tx, userId);
  });
}

async function withCode<Result>(
  ctx: Ctx,
  code: string,
  change: (tx: Tx, userId: UserId) => Promise<Result>,
): Promise<Result> {
  const userId = requireUser(ctx);
  const secret = await readTotpSecret(ctx, userId);
  return withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    if (!(await getSecondFactor(tx, userId)).required) {
      throw new AppError("conflict", t`Your account has no authenticator app.`);
    }
    await acceptCode(tx, ctx, { userId, code, secret });
    return change(tx, userId);
  });
}

/** The secret of an authenticator app, read before the transaction that accepts its code. */
export type TotpSecret = Uint8Array<ArrayBuffer> | null;

/** Returns null if the user has no authenticator app, not even an unconfirmed one. */
export async function readTotpSecret(ctx: Ctx, userId: UserId): Promise<TotpSecret> {
  const totp = await findTotp(ctx.db.sql, userId);
  return totp && openSecret(ctx, { userId, sealed: totp.sealedSecret });
}

type Code = { userId: UserId; code: string; secret: TotpSecret };

/** Accepts a code of the authenticator app or a recovery code, each once. Throws `forbidden`. */
export async function acceptCode(tx: Tx, ctx: Ctx, { userId, code, secret }: Code): Promise<void> {
  if (await acceptTotpCode(tx, ctx, { userId, code, secret })) return;
  if (!(await consumeRecoveryCode(tx, { userId, codeHash: hashRecoveryCode(code) })))
    throw wrongCode();
  const { recoveryCodes: left } = await getSecondFactor(tx, userId);
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "recovery_code_used", left },
  });
  await writeAudit(tx, ctx, { action: "user.use_recovery_code", subject: `user:${userId}` });
}

/** Whether a code is one of an authenticator app. Recovery codes are too long to be guessed. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ""));
}

/** Returns false if the code is wrong, or was used before. */
async function acceptTotpCode(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { userId, code, secret }: Code,
): Promise<boolean> {
  if (secret === null || !isAppCode(code)) return false;
  const step = findTotpStep(secret, { code: code.replaceAll(/\s/g, ""), at: ctx.now() });
  return step !== null && consumeTotpStep(tx, { userId, step });
}

/** The same error for wrong, used and expired codes. */
export function wrongCode(): AppError {
  const message = t`This code is wrong, or was used before. Please wait for the next one.`;
  return new AppError("forbidden", message, { issues: [{ path: "code", message }] });
}

const COUNT = 10;
/** 80 random bits need no slow hash. */
const BYTES = 10;

/** Replaces the user's recovery codes and returns the new ones: `abcd-efgh-2345-6767`. */
async function renewRecoveryCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeRecoveryCode);
  await replaceRecoveryCodes(tx, { userId, codeHashes: codes.map(hashRecoveryCode) });
  return codes;
}

/** Ignores case, spaces and dashes: people type these codes. */
function hashRecoveryCode(code: string): Uint8Array {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ""));
}

function makeRecoveryCode(): string {
  const text = encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(BYTES)));
  return (text.match(/.{4}/g) ?? []).join("-");
}

const NONCE_BYTES = 12;

/**
 * Encrypts a user's secret with AES-256-GCM under the installation's key. The user's id is
 * authenticated: the result cannot be opened for another user.
 */
async function sealSecret(
  ctx: Pick<Ctx, "db">,
  { userId, secret }: { userId: UserId; secret: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(parameters(userId, iv), await key(ctx), secret);
  return Buffer.concat([iv, new Uint8Array(sealed)]);
}

/** Throws if `sealed` was made for another user, or changed. */
async function openSecret(
  ctx: Pick<Ctx, "db">,
  { userId, sealed }: { userId: UserId; sealed: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = Uint8Array.from(sealed.subarray(0, NONCE_BYTES));
  const text = Uint8Array.from(sealed.subarray(NONCE_BYTES));
  return new Uint8Array(await crypto.subtle.decrypt(parameters(userId, iv), await key(ctx), text));
}

function parameters(userId: UserId, iv: Uint8Array<ArrayBuffer>) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(userId) };
}

async function key({ db }: Pick<Ctx, "db">) {
  const bytes = Uint8Array.from(await getSecret(db, "totp"));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const PERIOD_SECONDS = 30;
/** RFC 6238 recommends at least 160 bits. */
const SECRET_BYTES = 20;

function openTotp(secret: Uint8Array<ArrayBuffer>, label = ""): TOTP {
  return new TOTP({
    issuer: "Fairclick",
    label,
    secret: new Secret({ buffer: secret.buffer }),
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

/** Returns what an authenticator app reads: as text to type, and as the content of a QR code. */
function describeTotp(
  secret: Uint8Array<ArrayBuffer>,
  email: string,
): { secret: string; uri: string } {
  const totp = openTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns the time step of a code: the current one, the one before or the one after, for clocks that
 * are off. Null if it is none of these.
 */
function findTotpStep(
  secret: Uint8Array<ArrayBuffer>,
  { code, at }: { code: string; at: Date },
): number | null {
  const timestamp = at.getTime();
  const delta = openTotp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
