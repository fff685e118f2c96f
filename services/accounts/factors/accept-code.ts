import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import {
  consumeRecoveryCode,
  consumeTotpStep,
  findTotp,
  getSecondFactor,
} from "@fairclick/sql/accounts/factors";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { hashRecoveryCode } from "./recovery-codes";
import { openSecret } from "./sealed-secret";
import { findTotpStep } from "./totp-code";

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

/** Returns false if the code is wrong, or was used before. */
export async function acceptTotpCode(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { userId, code, secret }: Code,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, "");
  if (secret === null || !/^\d{6}$/.test(digits)) return false;
  const step = findTotpStep(secret, { code: digits, at: ctx.now() });
  return step !== null && consumeTotpStep(tx, { userId, step });
}

/** The same error for wrong, used and expired codes. */
export function wrongCode(): AppError {
  const message = t`This code is wrong, or was used before. Please wait for the next one.`;
  return new AppError("forbidden", message, { issues: [{ path: "code", message }] });
}
