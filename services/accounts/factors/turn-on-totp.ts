import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { confirmTotp, findTotp, insertTotp } from "@fairclick/sql/accounts/factors";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/sessions";
import { findCredentials, lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { acceptTotpCode, readTotpSecret, wrongCode } from "./accept-code";
import { renewRecoveryCodes } from "./recovery-codes";
import { sealSecret } from "./sealed-secret";
import { describeTotp, makeTotpSecret } from "./totp-code";

/** How long a secret can be confirmed (ms). An older one may be somebody else's attempt. */
const CONFIRM_MS = 3_600_000;

/**
 * Makes the secret for an authenticator app; sign-ins need its codes once a first one is entered.
 * Throws `conflict` if the account has an app.
 */
export async function startTotp(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const userId = requireUser(ctx);
  const email = (await findCredentials(ctx.db.sql, userId))?.email ?? "";
  const secret = makeTotpSecret();
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
