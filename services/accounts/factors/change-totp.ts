import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { deleteSecondFactor, getSecondFactor } from "@fairclick/sql/accounts/factors";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { acceptCode, readTotpSecret } from "./accept-code";
import { renewRecoveryCodes } from "./recovery-codes";

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
